package dev.goldenrod.e2e;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the server acknowledged to clients before a power cut, with a check for each promise. */
final class DurabilityChecks {
  private final Map<String, Runnable> checks = new LinkedHashMap<>();
  private final List<Thread> clients = new ArrayList<>();
  private final List<AssertionError> failures = new ArrayList<>();
  private boolean isCut;
  private boolean isClosed;

  /** The steps of a client. It may throw anything once there is no server. */
  interface Client {
    void run() throws Exception;
  }

  void startClient(String name, Client client) {
    Thread thread = new Thread(() -> runUntilCut(name, client), name);
    clients.add(thread);
    thread.start();
  }

  private void runUntilCut(String name, Client client) {
    try {
      client.run();
    } catch (Exception | AssertionError e) {
      failed(new AssertionError(name, e));
    }
  }

  private synchronized void failed(AssertionError failure) {
    if (!isCut) {
      failures.add(failure);
    }
  }

  /** Records a promise; the check throws if it does not hold. */
  synchronized void add(String what, Runnable check) {
    if (!isClosed) {
      checks.put(what, check);
    }
  }

  /** Lets clients fail. A last cut voids later promises, whose data the disk does not store. */
  synchronized void cut(boolean isLast) {
    isCut = true;
    isClosed = isLast;
  }

  synchronized boolean isCut() {
    return isCut;
  }

  void endClients() {
    for (Thread client : clients) {
      try {
        while (client.isAlive()) {
          client.interrupt();
          client.join(100);
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** Checks all promises. Fails if a client failed before the power cut. */
  void runAll(String what) {
    failures.forEach(
        failure -> {
          throw new AssertionError(what + ": before the cut", failure);
        });
    checks.forEach(
        (told, check) -> {
          try {
            check.run();
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(what + ": was told '" + told + "'", e);
          }
        });
  }
}
