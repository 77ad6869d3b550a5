function done(summary, latency)
  io.write(string.format("p95 %.0f us, p99 %.0f us\n", latency:percentile(95), latency:percentile(99)))
end
