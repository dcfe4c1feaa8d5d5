package dev.goldenrod.e2e;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What clients of a server are told until its power is cut, each with a check that it holds. */
final class Promises {
  private final Map<String, Runnable> checks = new LinkedHashMap<>();
  private final List<Thread> clients = new ArrayList<>();
  private final List<AssertionError> failures = new ArrayList<>();
  private boolean isCut;
  private boolean isClosed;

  /**
   * What a client does, step by step; it ends with any exception when it has no server any more.
   */
  interface Client {
    void run() throws Exception;
  }

  /** Has a client begin in a thread of its own. */
  void begin(String name, Client client) {
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

  /** A client was told that; the check throws when it does not hold. */
  synchronized void told(String what, Runnable check) {
    if (!isClosed) {
      checks.put(what, check);
    }
  }

  /**
   * From now on clients may fail.
   *
   * @param isLast whether they can be told what the disk does not know
   */
  synchronized void cut(boolean isLast) {
    isCut = true;
    isClosed = isLast;
  }

  /** Whether there is no server any more. */
  synchronized boolean isCut() {
    return isCut;
  }

  /** Ends all clients, whatever they wait for. */
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

  /** Checks all that clients were told, and fails when one of them had failed before the cut. */
  void check(String what) {
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
