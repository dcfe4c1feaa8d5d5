package dev.goldenrod.http.testkit;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.port.StoreOutcomeUnknownException;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.port.Transaction;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A store that counts what it is asked, and that a test can make unreachable or slow. */
final class SwitchableStore implements Store {
  private final Store store;
  private final AtomicLong asked = new AtomicLong();
  private volatile boolean reachable = true;
  private volatile boolean broken;
  private final AtomicInteger outage = new AtomicInteger();
  private volatile boolean losingOutcomes;
  private volatile boolean leavingAfterChange;
  private volatile CountDownLatch open = new CountDownLatch(0);

  SwitchableStore(Store store) {
    this.store = store;
  }

  void reachable(boolean value) {
    reachable = value;
  }

  /** The next transactions, so many, find it unreachable. */
  void unreachableFor(int transactions) {
    outage.set(transactions);
  }

  /** Whether it is lost at the end of each transaction with an audit event, which is committed. */
  void losingOutcomes(boolean value) {
    losingOutcomes = value;
  }

  /** It is unreachable once a transaction with an audit event was committed. */
  void unreachableAfterChange() {
    leavingAfterChange = true;
  }

  /** Whether it fails in a way that was not foreseen. */
  void broken(boolean value) {
    broken = value;
  }

  /** From now on transactions wait for that. */
  void waitFor(CountDownLatch latch) {
    open = latch;
  }

  /** How many transactions were asked for so far, other than by the check of readiness. */
  long asked() {
    return asked.get();
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    if (!Thread.currentThread().getName().contains("readiness")) {
      asked.incrementAndGet();
    }
    if (!reachable || outage.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new StoreUnavailableException("the store is unreachable", new IOException("cut off"));
    }
    if (broken) {
      throw new StoreException("the store makes no sense");
    }
    awaitOpen();
    return losingOutcomes || leavingAfterChange ? watched(work) : store.inTransaction(work);
  }

  private <T> T watched(Function<Transaction, T> work) {
    AtomicBoolean isAudited = new AtomicBoolean();
    T result = store.inTransaction(tx -> work.apply(watched(tx, isAudited)));
    if (isAudited.get()) {
      reachable = !leavingAfterChange;
      if (losingOutcomes) {
        throw new StoreOutcomeUnknownException("the store was lost", new IOException("cut off"));
      }
    }
    return result;
  }

  private static Transaction watched(Transaction tx, AtomicBoolean isAudited) {
    return (Transaction)
        Proxy.newProxyInstance(
            Transaction.class.getClassLoader(),
            new Class<?>[] {Transaction.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("audit")) {
                isAudited.set(true);
              }
              try {
                return method.invoke(tx, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void awaitOpen() {
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while the store was closed", e);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
