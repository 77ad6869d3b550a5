"""Twenty users, ten calls a second each."""

from locust import HttpUser, constant_throughput, task


class Client(HttpUser):
    wait_time = constant_throughput(10)

    @task
    def user(self):
        self.client.get("/api/v1/user")
