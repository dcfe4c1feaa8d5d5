package dev.goldenrod.server.trace;

import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.WorkKind;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import java.util.UUID;
import org.slf4j.MDC;

/**
 * An observer that creates spans for each reconciliation step and each call of a data plane, and
 * forwards all events to the next observer.
 */
public final class TracingObserver implements ControlObserver {
  private static final AttributeKey<String> RESOURCE = AttributeKey.stringKey("goldenrod.resource");
  private static final AttributeKey<String> CLUSTER =
      AttributeKey.stringKey("goldenrod.cluster.id");
  private static final String TRACE = "trace_id";

  private final ControlObserver next;

  public TracingObserver(ControlObserver next) {
    this.next = next;
  }

  /** Returns a builder of spans, which do nothing if the process has no OpenTelemetry SDK. */
  static SpanBuilder spanBuilder(String name) {
    return GlobalOpenTelemetry.getOrNoop().getTracer("dev.goldenrod").spanBuilder(name);
  }

  @Override
  public Step beginStep(WorkKind kind, UUID resource, UUID cluster) {
    Step following = next.beginStep(kind, resource, cluster);
    Span span =
        spanBuilder("reconcile " + kind.noun())
            .setNoParent()
            .setAttribute(RESOURCE, kind.noun() + "/" + resource)
            .setAttribute(CLUSTER, cluster.toString())
            .startSpan();
    Scope scope = span.makeCurrent();
    if (span.getSpanContext().isValid()) {
      MDC.put(TRACE, span.getSpanContext().getTraceId());
    }
    return () -> {
      MDC.remove(TRACE);
      scope.close();
      span.end();
      following.close();
    };
  }

  @Override
  public DataPlane observed(DataPlane dataPlane) {
    return TracedDataPlane.of(next.observed(dataPlane));
  }

  @Override
  public void reconciled(WorkKind kind, Duration time) {
    next.reconciled(kind, time);
  }

  @Override
  public void reconcileFailed(WorkKind kind) {
    Span.current().setStatus(StatusCode.ERROR);
    next.reconcileFailed(kind);
  }

  @Override
  public void leaseLost(WorkKind kind) {
    next.leaseLost(kind);
  }

  @Override
  public void launched(String golden, boolean fromPool, Duration time) {
    next.launched(golden, fromPool, time);
  }

  @Override
  public void importEnded(boolean succeeded, Duration time) {
    next.importEnded(succeeded, time);
  }

  @Override
  public void stoodStill(Duration time) {
    next.stoodStill(time);
  }
}
