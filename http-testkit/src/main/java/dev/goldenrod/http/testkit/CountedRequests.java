package dev.goldenrod.http.testkit;

import dev.goldenrod.http.HttpMetrics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Metrics that record a list of the requests. */
final class CountedRequests implements HttpMetrics {
  private final List<String> answered = new CopyOnWriteArrayList<>();

  List<String> answered() {
    return List.copyOf(answered);
  }

  @Override
  public void answered(String method, String route, int status, Duration time) {
    if (time.isNegative()) {
      throw new AssertionError("answered in " + time);
    }
    answered.add(method + " " + route + " " + status);
  }

  @Override
  public String text() {
    return "up 1\n";
  }
}
