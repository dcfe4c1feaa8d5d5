package dev.goldenrod.engine.mongodb;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;

/** MongoDB, each database a server alone: no replica set. */
public final class MongoDbEngine implements Engine {
  /** The type's name in the API. */
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
  public DatabaseInfo initialise(Preparation blank) {
    requireDriver();
    return new BlankDatabase(blank).make();
  }

  /** A program that embeds Goldenrod has it only when it names it. */
  private static void requireDriver() {
    try {
      Class.forName(DRIVER, false, MongoDbEngine.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new DataPlaneException(
          "databases of MongoDB need its driver, which this program does not have; add"
              + " org.mongodb:mongodb-driver-sync to its dependencies",
          e);
    }
  }

  /** What is slow the first time has the time that a server takes to start. */
  @Override
  public void warmUp() {}
}
