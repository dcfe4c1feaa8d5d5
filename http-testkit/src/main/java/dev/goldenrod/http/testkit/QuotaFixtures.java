package dev.goldenrod.http.testkit;

import dev.goldenrod.control.Quotas;

/** Changes the quotas of the organization. */
final class QuotaFixtures {
  private static final int MANY = 100_000;

  private QuotaFixtures() {}

  /** Lowers the quota per user to the number of bob's instances. */
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
