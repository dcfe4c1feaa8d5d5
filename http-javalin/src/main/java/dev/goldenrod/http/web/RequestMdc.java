package dev.goldenrod.http.web;

import dev.goldenrod.http.answer.RequestIds;
import dev.goldenrod.member.Actor;
import io.javalin.http.Context;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.MDC;

/** MDC entries that mark the log lines of this thread while it processes a request. */
final class RequestMdc implements AutoCloseable {
  static final String REQUEST = "request_id";
  private static final String TRACE = "trace_id";
  private static final String ACTOR = "actor";

  private final Context context;
  private final Map<String, String> entries;

  private RequestMdc(Context context, Map<String, String> entries) {
    this.context = context;
    this.entries = entries;
  }

  /** Sets the request id and, if there is one, the trace id on this thread. */
  static RequestMdc of(Context context) {
    String id = RequestIds.of(context.res().getHeader(RequestIds.HEADER));
    RequestMdc mdc =
        new RequestMdc(
            context,
            RequestSpan.traceId(context)
                .map(trace -> Map.of(REQUEST, id, TRACE, trace))
                .orElse(Map.of(REQUEST, id)));
    mdc.put();
    return mdc;
  }

  /** Adds the actor to this thread's MDC and to later entries of the same request. */
  static Actor putActor(Context context, Actor actor) {
    context.attribute(ACTOR, actor.userId().toString());
    MDC.put(ACTOR, actor.userId().toString());
    return actor;
  }

  String requestId() {
    return entries.get(REQUEST);
  }

  /** Runs work of the request on another thread, with the request's MDC entries. */
  <T> T around(Supplier<T> work) {
    put();
    try (this) {
      return work.get();
    }
  }

  private void put() {
    entries.forEach(MDC::put);
    String actor = context.attribute(ACTOR);
    if (actor != null) {
      MDC.put(ACTOR, actor);
    }
  }

  @Override
  public void close() {
    entries.keySet().forEach(MDC::remove);
    MDC.remove(ACTOR);
  }
}
