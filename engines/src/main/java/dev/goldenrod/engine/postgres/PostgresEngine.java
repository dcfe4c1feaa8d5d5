package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public final class PostgresEngine implements Engine {
  public static final String TYPE = "postgresql";

  static final String SCHEME = "postgresql";
  static final List<String> RELEASES = List.of("12", "13", "14", "15", "16", "17", "18");

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
    return 5432;
  }

  @Override
  public String urlScheme() {
    return SCHEME;
  }

  /** Only the client role and the superuser may log in to the returned server. */
  @Override
  public EngineServer server(ServerContext context) {
    Map<String, String> settings = new TreeMap<>(ServerConfiguration.sizes(context.resources()));
    settings.putAll(context.info().settings());
    WorkMemory.of(context.info().settings())
        .map(work -> work.within(context.memoryMib()))
        .ifPresent(work -> settings.putAll(work.settings()));
    return new PostgresServer(context, settings, List.of(context.info().user()));
  }

  /** Returns a server with the given settings to which every role with a password may log in. */
  public static EngineServer openServer(ServerContext context, Map<String, String> settings) {
    return new PostgresServer(context, settings, List.of());
  }

  /** Returns a server with the given settings to which only the clones' role may log in. */
  public static EngineServer loadingServer(ServerContext context, Map<String, String> settings) {
    return new PostgresServer(context, settings, List.of(PostgresLogin.CLONE_ROLE));
  }

  @Override
  public DatabaseInfo initialise(DataDirectoryContext blank) {
    return new BlankDatabase(blank).make();
  }

  @Override
  public Map<String, String> volatileSettings() {
    return Map.of("fsync", "off");
  }

  @Override
  public void warmUp() {
    PostgresLogin.warmUp();
  }

  static int major(DatabaseInfo info) {
    try {
      return Integer.parseInt(info.release());
    } catch (NumberFormatException e) {
      throw new DataPlaneException(
          "'%s' is not a major version of PostgreSQL; import the golden again"
              .formatted(info.release()),
          e);
    }
  }
}
