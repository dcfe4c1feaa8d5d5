package dev.goldenrod.http.web;

import dev.goldenrod.http.answer.RequestIds;
import dev.goldenrod.member.Actor;
import io.javalin.http.Context;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.MDC;

/** MDC entries that mark the log lines of this thread while it processes a request. */
final class RequestMarks implements AutoCloseable {
  static final String REQUEST = "request_id";
  private static final String TRACE = "trace_id";
  private static final String ACTOR = "actor";

  private final Context context;
  private final Map<String, String> marks;

  private RequestMarks(Context context, Map<String, String> marks) {
    this.context = context;
    this.marks = marks;
  }

  /** Sets the request id and, if there is one, the trace id on this thread. */
  static RequestMarks of(Context context) {
    String id = RequestIds.of(context.res().getHeader(RequestIds.HEADER));
    RequestMarks marks =
        new RequestMarks(
            context,
            RequestSpan.traceId(context)
                .map(trace -> Map.of(REQUEST, id, TRACE, trace))
                .orElse(Map.of(REQUEST, id)));
    marks.put();
    return marks;
  }

  /** Adds the actor to this thread's MDC and to later marks of the same request. */
  static Actor by(Context context, Actor actor) {
    context.attribute(ACTOR, actor.userId().toString());
    MDC.put(ACTOR, actor.userId().toString());
    return actor;
  }

  String requestId() {
    return marks.get(REQUEST);
  }

  /** Runs work of the request on another thread, with the request's MDC entries. */
  <T> T around(Supplier<T> work) {
    put();
    try (this) {
      return work.get();
    }
  }

  private void put() {
    marks.forEach(MDC::put);
    String actor = context.attribute(ACTOR);
    if (actor != null) {
      MDC.put(ACTOR, actor);
    }
  }

  @Override
  public void close() {
    marks.keySet().forEach(MDC::remove);
    MDC.remove(ACTOR);
  }
}
