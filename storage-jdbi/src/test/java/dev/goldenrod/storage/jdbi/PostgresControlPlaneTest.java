package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.ControlPlaneContract;
import java.util.ArrayList;
import java.util.List;

/** The control plane keeps its promises on PostgreSQL. */
class PostgresControlPlaneTest extends ControlPlaneContract {
  private static final PostgresServer SERVER = PostgresServer.shared();
  private static final String TABLES_ALONE = withTables();

  private final List<String> opened = new ArrayList<>();

  private static String withTables() {
    String url = SERVER.newDatabase();
    open(url).close();
    return url;
  }

  @Override
  protected Store openStore() {
    String url = SERVER.copyOf(TABLES_ALONE);
    opened.add(url);
    return open(url);
  }

  @Override
  protected void cleanUp() {
    opened.forEach(SERVER::drop);
  }

  private static Store open(String url) {
    return JdbiStore.open(url, PostgresServer.USER, PostgresServer.PASSWORD);
  }
}
