package dev.goldenrod.server.trace;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.port.Transaction;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Clock;
import java.util.function.Function;

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
    Span span = Spans.builder("store transaction").setSpanKind(SpanKind.CLIENT).startSpan();
    return Spans.inside(span, () -> store.inTransaction(work));
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
