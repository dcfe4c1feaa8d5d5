package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.OptionalLibrary;
import dev.goldenrod.engine.ServerContext;
import java.util.List;

public final class MySqlEngine implements Engine {
  public static final String TYPE = "mysql";

  static final String SCHEME = "mysql";
  static final List<String> RELEASES = List.of("5.7", "8.0", "8.1");

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public List<String> releases() {
    return RELEASES;
  }

  @Override
  public int defaultPort() {
    return 3306;
  }

  @Override
  public String urlScheme() {
    return SCHEME;
  }

  @Override
  public EngineServer server(ServerContext context) {
    OptionalLibrary.MARIADB.require();
    return new MySqlServer(context);
  }

  @Override
  public DatabaseInfo initialise(DataDirectoryContext blank) {
    OptionalLibrary.MARIADB.require();
    return new BlankDatabase(blank).make();
  }
}
