package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Servers of this machine's volumes, of any engine. Thread-safe. */
public final class DatabaseServers {
  /** The address that a server is always reached by on this machine. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final boolean IS_LINUX = Files.isDirectory(Path.of("/proc/self"));
  private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "*");

  private final Map<String, Engine> engines;
  private final Programs programs;
  private final EngineUsers users;
  private final List<String> addresses;

  /** Where an engine's programs are. */
  @FunctionalInterface
  public interface Programs {
    /**
     * Finds the path of a program by its name.
     *
     * @throws DataPlaneException when that release is not on this machine; the message says how to
     *     install it
     */
    UnaryOperator<String> of(String type, String release);
  }

  /**
   * A server, running or not.
   *
   * @param engineServer what is particular to its engine
   */
  public record ServerOnVolume(EngineProcess process, EngineServer engineServer) {}

  /**
   * Where a database's server is to run.
   *
   * @param name for people
   * @param log what the server logs to; its folder exists, and the engines' user cannot enter it
   * @param resources what it may use
   * @param certificate what it speaks TLS with; empty for what its engine does by itself
   */
  public record ServerLocation(
      String name,
      DataVolume volume,
      Path log,
      int port,
      Resources resources,
      Optional<ServerCertificate> certificate) {}

  /**
   * Servers of those engines.
   *
   * @param users that own the databases
   * @param listen the address that they listen on, or a comma-separated list; loopback is added
   */
  public DatabaseServers(
      List<Engine> engines, Programs programs, EngineUsers users, String listen) {
    this.engines =
        engines.stream().collect(Collectors.toUnmodifiableMap(Engine::type, Function.identity()));
    this.programs = programs;
    this.users = users;
    this.addresses = withLoopback(listen);
  }

  /**
   * The server at that location. Changes nothing.
   *
   * @throws DataPlaneException when the volume holds no database, or the engine's programs are not
   *     there
   */
  public ServerOnVolume server(ServerLocation location) {
    DatabaseInfo info = location.volume().info();
    return server(location, info, addresses, context -> engine(info.type()).server(context));
  }

  /** The same of a server that never waits for the disk, where its engine can do that. */
  public ServerOnVolume volatileServer(ServerLocation location) {
    DatabaseInfo info = location.volume().info();
    Engine engine = engine(info.type());
    return server(location, info.with(engine.volatileSettings()), addresses, engine::server);
  }

  /** A server for this machine alone, made by the caller for the context of that location. */
  public ServerOnVolume loopbackServer(
      ServerLocation location, DatabaseInfo info, Function<ServerContext, EngineServer> server) {
    return server(location, info, List.of(LOOPBACK), server);
  }

  /** The addresses that servers listen on. */
  public List<String> addresses() {
    return addresses;
  }

  /**
   * Finds the path of an engine's program by its name.
   *
   * @throws DataPlaneException when that release is not on this machine; the message says how to
   *     install it
   */
  public UnaryOperator<String> programs(String type, String release) {
    return programs.of(type, release);
  }

  /** Does in advance what would make the first start slow. */
  public void warmUp() {
    engines.values().forEach(Engine::warmUp);
  }

  private ServerOnVolume server(
      ServerLocation location,
      DatabaseInfo info,
      List<String> listen,
      Function<ServerContext, EngineServer> server) {
    DataVolume volume = location.volume();
    EngineServer engineServer =
        server.apply(
            new ServerContext(
                location.name(),
                info,
                volume,
                programs.of(info.type(), info.release()),
                volume.data(),
                volume.conf(),
                listen,
                location.port(),
                location.resources(),
                IS_LINUX,
                location.certificate().map(used -> used.tls(volume))));
    EngineProcess process =
        new EngineProcess(
            engineServer,
            volume,
            location.log(),
            location.port(),
            users.ownerOf(volume.data()),
            location.certificate());
    return new ServerOnVolume(process, engineServer);
  }

  /**
   * The engine of that type.
   *
   * @throws DataPlaneException when this data plane has none
   */
  public Engine engine(String type) {
    Engine engine = engines.get(type);
    if (engine == null) {
      throw new DataPlaneException(
          "this data plane has no engine of type '%s', only %s"
              .formatted(type, engines.keySet().stream().sorted().toList()));
    }
    return engine;
  }

  private static List<String> withLoopback(String listen) {
    Set<String> all = new LinkedHashSet<>(List.of(listen.strip().split("\\s*,\\s*")));
    if (all.stream().noneMatch(ALL_ADDRESSES::contains)) {
      all.add(LOOPBACK);
    }
    return List.copyOf(all);
  }
}
