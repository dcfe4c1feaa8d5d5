package dev.goldenrod.server.trace;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.port.Transaction;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.Supplier;

/** A store that creates a span for each transaction that belongs to another span. */
public final class TracedStore implements Store {
  private final Store store;

  /** Wraps the store, and closes it when closed. */
  public TracedStore(Store store) {
    this.store = store;
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    if (!Span.current().getSpanContext().isValid()) {
      return store.inTransaction(work);
    }
    Span span =
        TracingObserver.spanBuilder("store transaction").setSpanKind(SpanKind.CLIENT).startSpan();
    try {
      Supplier<T> inside =
          Context.current().with(span).wrapSupplier(() -> store.inTransaction(work));
      return inside.get();
    } catch (RuntimeException | Error broken) {
      span.setStatus(StatusCode.ERROR, String.valueOf(broken.getMessage()));
      throw broken;
    } finally {
      span.end();
    }
  }

  @Override
  public StoreRelease heartbeat() {
    return store.heartbeat();
  }

  @Override
  public Clock clock() {
    return store.clock();
  }

  @Override
  public void close() {
    store.close();
  }
}
