package dev.goldenrod.http.web;

import dev.goldenrod.http.answer.RequestIds;
import dev.goldenrod.member.Actor;
import io.javalin.http.Context;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.MDC;

/** What all that this thread logs is marked with while it works for a request. */
final class RequestMarks implements AutoCloseable {
  static final String REQUEST = "request_id";
  private static final String TRACE = "trace_id";
  private static final String ACTOR = "actor";

  /** As in W3C's Trace Context. */
  private static final Pattern PARENT =
      Pattern.compile("[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

  private final Context context;
  private final Map<String, String> marks;

  private RequestMarks(Context context, Map<String, String> marks) {
    this.context = context;
    this.marks = marks;
  }

  /** Marks this thread with the request's id, and with that of its trace when it has one. */
  static RequestMarks of(Context context) {
    String id = RequestIds.of(context.res().getHeader(RequestIds.HEADER));
    RequestMarks marks =
        new RequestMarks(
            context,
            Optional.ofNullable(context.header("traceparent"))
                .map(PARENT::matcher)
                .filter(Matcher::matches)
                .map(parent -> Map.of(REQUEST, id, TRACE, parent.group(1)))
                .orElse(Map.of(REQUEST, id)));
    marks.put();
    return marks;
  }

  /** Marks this thread, and what is logged of the request later on, with who asks. */
  static Actor by(Context context, Actor actor) {
    context.attribute(ACTOR, actor.userId().toString());
    MDC.put(ACTOR, actor.userId().toString());
    return actor;
  }

  String requestId() {
    return marks.get(REQUEST);
  }

  /** Does the rest of the request's work in another thread. */
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
