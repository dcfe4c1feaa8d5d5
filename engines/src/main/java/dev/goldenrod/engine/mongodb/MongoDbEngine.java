package dev.goldenrod.engine.mongodb;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.ServerContext;
import java.util.List;

/** MongoDB, each database a server alone: no replica set. */
public final class MongoDbEngine implements Engine {
  /** The type's name in the API. */
  public static final String TYPE = "mongodb";

  static final String SCHEME = "mongodb";
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
    return new MongoDbServer(context);
  }

  @Override
  public DatabaseInfo initialise(Preparation blank) {
    return new BlankDatabase(blank).make();
  }

  /** What is slow the first time has the time that a server takes to start. */
  @Override
  public void warmUp() {}
}
