package dev.goldenrod.server.conformance;

import dev.goldenrod.http.testkit.HttpConformance;
import dev.goldenrod.port.Store;
import dev.goldenrod.storage.jdbi.PostgresServer;

class HttpOnPostgresTest extends HttpConformance {
  @Override
  protected Store newStore() {
    return PostgresServer.open(PostgresServer.shared().newStore());
  }
}
