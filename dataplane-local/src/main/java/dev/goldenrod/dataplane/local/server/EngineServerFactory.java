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

/** Creates the servers of this machine's volumes, for all engines. Thread-safe. */
public final class EngineServerFactory {
  /** The address at which a server can always be reached from this machine. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final boolean IS_LINUX = Files.isDirectory(Path.of("/proc/self"));
  private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "*");

  private final Map<String, Engine> engines;
  private final Programs programs;
  private final EngineUsers users;
  private final List<String> addresses;

  @FunctionalInterface
  public interface Programs {
    /**
     * Returns a function from names to paths of programs.
     *
     * @throws DataPlaneException if the release is not installed, with advice on how to install it
     */
    UnaryOperator<String> of(String type, String release);
  }

  /** A server, running or not, and its engine-specific operations. */
  public record ServerOnVolume(EngineProcess process, EngineServer engineServer) {}

  /**
   * The location and the settings of a server.
   *
   * @param name for messages
   * @param log the server's log, in an existing folder that the engine user cannot enter
   * @param certificate empty for the engine's default
   */
  public record ServerLocation(
      String name,
      DataVolume volume,
      Path log,
      int port,
      Resources resources,
      Optional<ServerCertificate> certificate) {}

  /**
   * @param users the users that own the databases
   * @param listen one or more addresses, separated by commas; loopback is added
   */
  public EngineServerFactory(
      List<Engine> engines, Programs programs, EngineUsers users, String listen) {
    this.engines =
        engines.stream().collect(Collectors.toUnmodifiableMap(Engine::type, Function.identity()));
    this.programs = programs;
    this.users = users;
    this.addresses = withLoopback(listen);
  }

  /**
   * Returns the server of the location. Changes nothing.
   *
   * @throws DataPlaneException if the volume has no database, or the engine is not installed
   */
  public ServerOnVolume server(ServerLocation location) {
    DatabaseInfo info = location.volume().info();
    return server(location, info, addresses, context -> engine(info.type()).server(context));
  }

  /** Returns a server that skips waiting for the disk, if its engine supports that. */
  public ServerOnVolume volatileServer(ServerLocation location) {
    DatabaseInfo info = location.volume().info();
    Engine engine = engine(info.type());
    return server(location, info.with(engine.volatileSettings()), addresses, engine::server);
  }

  /** Returns a server for this machine only, created by the given function. */
  public ServerOnVolume loopbackServer(
      ServerLocation location, DatabaseInfo info, Function<ServerContext, EngineServer> server) {
    return server(location, info, List.of(LOOPBACK), server);
  }

  public List<String> addresses() {
    return addresses;
  }

  /**
   * Returns a function from names to paths of an engine's programs.
   *
   * @throws DataPlaneException if the release is not installed, with advice on how to install it
   */
  public UnaryOperator<String> programs(String type, String release) {
    return programs.of(type, release);
  }

  /** Prepares the engines, so that the first start is not slow. */
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
   * Returns the engine of the type.
   *
   * @throws DataPlaneException if this data plane does not have it
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
