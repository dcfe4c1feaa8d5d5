package dev.goldenrod.storage.jdbi;

import dev.goldenrod.control.QuotaLoadContract;
import dev.goldenrod.port.Store;
import java.util.List;

/** The caps hold on PostgreSQL that two servers share. */
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
