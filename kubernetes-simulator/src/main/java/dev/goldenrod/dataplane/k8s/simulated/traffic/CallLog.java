package dev.goldenrod.dataplane.k8s.simulated.traffic;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** The requests of all clients, in order. Thread-safe. */
public final class CallLog {
  private final Queue<ApiCall> calls = new ConcurrentLinkedQueue<>();

  public void add(ApiCall call) {
    calls.add(call);
  }

  public List<ApiCall> all() {
    return List.copyOf(calls);
  }

  public long count(Predicate<ApiCall> which) {
    return calls.stream().filter(which).count();
  }

  public void clear() {
    calls.clear();
  }
}
