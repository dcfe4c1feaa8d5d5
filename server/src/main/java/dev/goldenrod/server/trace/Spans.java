package dev.goldenrod.server.trace;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.function.Supplier;

/** Begins spans; where the process has no OpenTelemetry, those that are nothing. */
final class Spans {
  private Spans() {}

  static SpanBuilder builder(String name) {
    return GlobalOpenTelemetry.getOrNoop().getTracer("dev.goldenrod").spanBuilder(name);
  }

  /** Does the work in that span, which it ends. */
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
