package dev.goldenrod.dataplane.k8s.simulated.traffic;

import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Faults that tests inject into requests. Thread-safe. */
public final class Faults {
  /** Thrown to close the connection instead of sending a response. */
  public static final class ConnectionDropped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private record Fault(Predicate<ApiCall> calls, AtomicInteger left, Effect effect) {
    boolean takes(ApiCall call) {
      return calls.test(call) && left.getAndUpdate(count -> count == 0 ? 0 : count - 1) > 0;
    }
  }

  private record Trickle(Predicate<ApiCall> calls, Duration time) {}

  private interface Effect {
    void on(ApiCall call) throws InterruptedException;
  }

  private final List<Fault> faults = new CopyOnWriteArrayList<>();
  private final List<Fault> afterwards = new CopyOnWriteArrayList<>();
  private final List<Trickle> trickles = new CopyOnWriteArrayList<>();

  /** Matches the calls of the given verb and resource; {@code *} stands for any. */
  public static Predicate<ApiCall> calls(String verb, String resource) {
    return call ->
        (verb.equals("*") || verb.equals(call.verb()))
            && (resource.equals("*") || resource.equals(call.resource()));
  }

  /** Fails the next matching calls with the given HTTP status code. */
  public void fail(int times, String verb, String resource, int code) {
    add(times, calls(verb, resource), call -> fail(call, code));
  }

  private static void fail(ApiCall call, int code) {
    throw switch (code) {
      case 403 -> forbidden(call);
      case 409 ->
          ApiError.conflict(
              call.type(),
              call.name(),
              "the object has been modified; please apply your changes to the latest version and"
                  + " try again");
      case 410 ->
          ApiError.of(410, "Expired", "The resourceVersion for the provided list is too old");
      case 429 -> ApiError.of(429, "TooManyRequests", "Too many requests, please try again later.");
      case 500 -> ApiError.of(500, "InternalError", "Internal error occurred: etcdserver: failed");
      case 503 ->
          ApiError.of(
              503, "ServiceUnavailable", "the server is currently unable to handle the request");
      default -> ApiError.of(code, "", "simulated " + code);
    };
  }

  /** Rejects all matching calls with 403 until {@link #clear}. */
  public void forbid(String verb, String resource) {
    fail(Integer.MAX_VALUE, verb, resource, 403);
  }

  private static ApiError forbidden(ApiCall call) {
    String where =
        call.type().namespaced()
            ? "in the namespace \"%s\"".formatted(call.namespace())
            : "at the cluster scope";
    String message =
        "%s is forbidden: User \"system:serviceaccount:goldenrod:goldenrod\" cannot %s resource"
            + " \"%s\" in API group \"%s\" %s";
    String text =
        message.formatted(
            call.type() + (call.name().isEmpty() ? "" : " \"" + call.name() + "\""),
            call.verb(),
            call.resource(),
            call.group(),
            where);
    return ApiError.of(403, "Forbidden", text);
  }

  /** Closes the connection of the next matching calls before they are performed. */
  public void drop(int times, String verb, String resource) {
    faults.add(new Fault(calls(verb, resource), new AtomicInteger(times), Faults::drop));
  }

  /** Performs the next matching calls, but closes their connection instead of responding. */
  public void loseAnswer(int times, String verb, String resource) {
    afterwards.add(new Fault(calls(verb, resource), new AtomicInteger(times), Faults::drop));
  }

  private static void drop(ApiCall call) {
    throw new ConnectionDropped();
  }

  /** Delays the next matching calls before they are performed. */
  public void delay(int times, String verb, String resource, Duration time) {
    add(times, calls(verb, resource), call -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
  }

  /** Slows down the responses of all matching calls, so that each takes the given time. */
  public void trickle(String verb, String resource, Duration time) {
    trickles.add(new Trickle(calls(verb, resource), time));
  }

  /** Returns the time that sending the response should take; zero for no slowdown. */
  public Duration trickling(ApiCall call) {
    return trickles.stream()
        .filter(one -> one.calls().test(call))
        .map(Trickle::time)
        .findFirst()
        .orElse(Duration.ZERO);
  }

  private void add(int times, Predicate<ApiCall> calls, Effect effect) {
    faults.add(new Fault(calls, new AtomicInteger(times), effect));
  }

  public void clear() {
    faults.clear();
    afterwards.clear();
    trickles.clear();
  }

  public void apply(ApiCall call) throws InterruptedException {
    apply(faults, call);
  }

  public void applyAfterwards(ApiCall call) throws InterruptedException {
    apply(afterwards, call);
  }

  private static void apply(List<Fault> demanded, ApiCall call) throws InterruptedException {
    for (Fault fault : demanded) {
      if (fault.takes(call)) {
        fault.effect().on(call);
      }
    }
  }
}
