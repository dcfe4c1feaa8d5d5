package dev.goldenrod.http.testkit;

import dev.goldenrod.control.Quotas;

/** Moves the caps of the organisation. */
final class QuotaFixtures {
  private static final int MANY = 100_000;

  private QuotaFixtures() {}

  /** Leaves no room for one more instance of bob's. */
  static void exhaust(TestServer server) {
    if (server.control.instances().list(server.bob).isEmpty()) {
      server.fixtures.launch(server.bob, "shop");
    }
    int owned = server.control.quotas().of(server.bob).activeOwned();
    server.control.quotas().change(server.admin, new Quotas.Change(owned, 0));
  }

  static void lift(TestServer server) {
    server.control.quotas().change(server.admin, new Quotas.Change(MANY, MANY));
  }
}
