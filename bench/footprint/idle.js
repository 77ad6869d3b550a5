const users = Number(__ENV.USERS);

export const options = { vus: users, iterations: users };

export default () => new Promise((done) => setTimeout(done, 1000));
