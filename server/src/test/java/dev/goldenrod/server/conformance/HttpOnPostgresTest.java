package dev.goldenrod.server.conformance;

import dev.goldenrod.http.testkit.HttpConformance;
import dev.goldenrod.port.Store;
import dev.goldenrod.storage.jdbi.JdbiStore;
import dev.goldenrod.storage.jdbi.PostgresServer;

/** The surface answers on PostgreSQL as in memory. */
class HttpOnPostgresTest extends HttpConformance {
  @Override
  protected Store newStore() {
    String url = PostgresServer.shared().newDatabase();
    return JdbiStore.open(url, PostgresServer.USER, PostgresServer.PASSWORD);
  }
}
