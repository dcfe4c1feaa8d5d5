package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.TwoDataPlanesContract;
import java.util.List;

/** Two servers on one PostgreSQL. */
class PostgresTwoDataPlanesTest extends TwoDataPlanesContract {
  @Override
  protected List<Store> openStores() {
    String url = PostgresServer.shared().newDatabase();
    return List.of(open(url), open(url));
  }

  private static Store open(String url) {
    return JdbiStore.open(url, PostgresServer.USER, PostgresServer.PASSWORD);
  }
}
