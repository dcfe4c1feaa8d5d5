package dev.goldenrod.engine.mongodb;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.OptionalLibrary;
import dev.goldenrod.engine.ServerContext;
import java.util.List;

/** MongoDB. Each database is a standalone server, not a replica set. */
public final class MongoDbEngine implements Engine {
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
    OptionalLibrary.MONGODB.require();
    return new MongoDbServer(context);
  }

  @Override
  public DatabaseInfo initialise(DataDirectoryContext blank) {
    OptionalLibrary.MONGODB.require();
    return new BlankDatabase(blank).make();
  }
}
