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

/** A store that counts transactions and can be made unreachable or slow. */
final class SwitchableStore implements Store {
  private final Store store;
  private final AtomicLong transactionCount = new AtomicLong();
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

  void unreachableFor(int transactions) {
    outage.set(transactions);
  }

  /** Loses the connection after the commit of each transaction with an audit event. */
  void losingOutcomes(boolean value) {
    losingOutcomes = value;
  }

  /** Makes the store unreachable after the next committed transaction with an audit event. */
  void unreachableAfterChange() {
    leavingAfterChange = true;
  }

  void broken(boolean value) {
    broken = value;
  }

  void waitFor(CountDownLatch latch) {
    open = latch;
  }

  /** Returns the number of transactions, without those of the readiness check. */
  long transactionCount() {
    return transactionCount.get();
  }

  @Override
  public <T> T inTransaction(Function<Transaction, T> work) {
    if (!Thread.currentThread().getName().contains("readiness")) {
      transactionCount.incrementAndGet();
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
