package dev.goldenrod.http.web;

import dev.goldenrod.http.route.Route;
import io.javalin.http.Context;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.Collections;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The OpenTelemetry span of a request: the current span, such as that of a Java agent, or a new
 * span below the caller's. No-op without OpenTelemetry.
 */
final class RequestSpan {
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final String KEPT = "dev.goldenrod.trace";

  /** The {@code traceparent} format of the W3C Trace Context. */
  private static final Pattern PARENT =
      Pattern.compile("[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

  private final Span span;
  private final boolean isOurs;

  private RequestSpan(Span span, boolean isOurs) {
    this.span = span;
    this.isOurs = isOurs;
  }

  /** Starts a span, or uses the current one. */
  static RequestSpan begin(Context context, Route route) {
    RequestSpan begun =
        Span.current().getSpanContext().isValid()
            ? new RequestSpan(Span.current(), false)
            : new RequestSpan(started(context, route), true);
    begun.span.updateName(route.method() + " " + route.path());
    begun.span.setAttribute(ROUTE, route.path());
    SpanContext id = begun.span.getSpanContext();
    if (id.isValid()) {
      context.attribute(KEPT, id.getTraceId());
    }
    return begun;
  }

  private static Span started(Context context, Route route) {
    OpenTelemetry telemetry = GlobalOpenTelemetry.getOrNoop();
    return telemetry
        .getTracer("dev.goldenrod.http")
        .spanBuilder(route.method() + " " + route.path())
        .setSpanKind(SpanKind.SERVER)
        .setParent(
            telemetry
                .getPropagators()
                .getTextMapPropagator()
                .extract(io.opentelemetry.context.Context.current(), context, new RequestHeaders()))
        .setAttribute(METHOD, context.req().getMethod())
        .setAttribute(PATH, context.path())
        .startSpan();
  }

  /** Returns the trace id of the request, even if only the caller traces it. */
  static Optional<String> traceId(Context context) {
    return Optional.<String>ofNullable(context.attribute(KEPT))
        .or(
            () ->
                Optional.ofNullable(context.header("traceparent"))
                    .map(PARENT::matcher)
                    .filter(Matcher::matches)
                    .map(parent -> parent.group(1)));
  }

  <T> T around(Supplier<T> work) {
    return io.opentelemetry.context.Context.current().with(span).wrapSupplier(work).get();
  }

  void end(Context context) {
    int status = context.statusCode();
    span.setAttribute(STATUS, (long) status);
    if (status >= 500) {
      span.setStatus(StatusCode.ERROR);
    }
    if (isOurs) {
      span.end();
    }
  }

  private static final class RequestHeaders implements TextMapGetter<Context> {
    @Override
    public Iterable<String> keys(Context request) {
      return Collections.list(request.req().getHeaderNames());
    }

    @Override
    public @Nullable String get(@Nullable Context request, String name) {
      return request == null ? null : request.header(name);
    }
  }
}
