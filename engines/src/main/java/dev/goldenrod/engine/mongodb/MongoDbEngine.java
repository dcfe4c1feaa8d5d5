package dev.goldenrod.engine.mongodb;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;

/** MongoDB. Each database is a standalone server, not a replica set. */
public final class MongoDbEngine implements Engine {
  public static final String TYPE = "mongodb";

  static final String SCHEME = "mongodb";

  private static final String DRIVER = "com.mongodb.client.MongoClient";
  static final List<String> RELEASES = List.of("5.0", "6.0", "7.0");

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
    return 27017;
  }

  @Override
  public String urlScheme() {
    return SCHEME;
  }

  @Override
  public EngineServer server(ServerContext context) {
    requireDriver();
    return new MongoDbServer(context);
  }

  @Override
  public DatabaseInfo initialise(DataDirectoryContext blank) {
    requireDriver();
    return new BlankDatabase(blank).make();
  }

  /** Programs that embed Goldenrod have the driver only if they depend on it explicitly. */
  private static void requireDriver() {
    try {
      Class.forName(DRIVER, false, MongoDbEngine.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new DataPlaneException(
          "MongoDB databases require the MongoDB driver, which this program lacks; add"
              + " org.mongodb:mongodb-driver-sync to its dependencies",
          e);
    }
  }

  /** Does nothing: the driver is loaded while the first server starts. */
  @Override
  public void warmUp() {}
}
