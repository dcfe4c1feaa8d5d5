package dev.goldenrod.server.trace;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.port.Transaction;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import java.time.Clock;
import java.util.function.Function;

/** A store whose transactions have spans, as far as they belong to something that has one. */
public final class TracedStore implements Store {
  private final Store store;

  /** The same as that store, which it closes. */
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
