package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.QuotaLoadContract;
import java.util.List;

class PostgresQuotaLoadTest extends QuotaLoadContract {
  @Override
  protected List<Store> openStores() {
    String url = PostgresServer.shared().newDatabase();
    return List.of(open(url), open(url));
  }

  private static Store open(String url) {
    return JdbiStore.open(url, PostgresServer.USER, PostgresServer.PASSWORD);
  }
}
