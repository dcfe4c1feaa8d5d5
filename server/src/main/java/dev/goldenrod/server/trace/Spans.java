package dev.goldenrod.server.trace;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.function.Supplier;

/** Creates OpenTelemetry spans, which do nothing if the process has no OpenTelemetry SDK. */
final class Spans {
  private Spans() {}

  static SpanBuilder builder(String name) {
    return GlobalOpenTelemetry.getOrNoop().getTracer("dev.goldenrod").spanBuilder(name);
  }

  static <T> T inside(Span span, Supplier<T> work) {
    try {
      return Context.current().with(span).wrapSupplier(work).get();
    } catch (RuntimeException | Error broken) {
      span.setStatus(StatusCode.ERROR, String.valueOf(broken.getMessage()));
      throw broken;
    } finally {
      span.end();
    }
  }
}
