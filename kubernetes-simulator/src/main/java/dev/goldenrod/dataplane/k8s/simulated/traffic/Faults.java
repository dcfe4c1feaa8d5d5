package dev.goldenrod.dataplane.k8s.simulated.traffic;

import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** What goes wrong on demand. */
public final class Faults {
  /** The connection breaks instead of an answer. */
  public static final class Dropped extends RuntimeException {
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

  /** Calls of this verb and resource; {@code *} stands for each. */
  public static Predicate<ApiCall> calls(String verb, String resource) {
    return call ->
        (verb.equals("*") || verb.equals(call.verb()))
            && (resource.equals("*") || resource.equals(call.resource()));
  }

  /** Answers the next so many calls with an error of this code. */
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

  /** Forbids all such calls until {@link #clear}. */
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

  /** Breaks the connection of the next so many calls before anything is done. */
  public void drop(int times, String verb, String resource) {
    faults.add(new Fault(calls(verb, resource), new AtomicInteger(times), Faults::drop));
  }

  /** Does what the next so many calls ask for, and breaks the connection instead of an answer. */
  public void loseAnswer(int times, String verb, String resource) {
    afterwards.add(new Fault(calls(verb, resource), new AtomicInteger(times), Faults::drop));
  }

  private static void drop(ApiCall call) {
    throw new Dropped();
  }

  /** Answers the next so many calls only after this time. */
  public void delay(int times, String verb, String resource, Duration time) {
    add(times, calls(verb, resource), call -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
  }

  /** Lets the bytes of such calls' answers come in drops, over this time. */
  public void trickle(String verb, String resource, Duration time) {
    trickles.add(new Trickle(calls(verb, resource), time));
  }

  /** Over which time the answer to the call is to be written. */
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

  /** From now on nothing goes wrong. */
  public void clear() {
    faults.clear();
    afterwards.clear();
    trickles.clear();
  }

  /** Does what was demanded of a call that begins. */
  public void apply(ApiCall call) throws InterruptedException {
    apply(faults, call);
  }

  /** Does what was demanded of a call that is to be answered. */
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
