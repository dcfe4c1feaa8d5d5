package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.engine.EngineServer.Login;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.RunningDatabases;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All clones of a data directory. Thread-safe. */
public final class Clones implements RunningDatabases, AutoCloseable {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final Logger LOG = LoggerFactory.getLogger(Clones.class);
  private static final Duration LOG_CHECK = Duration.ofMillis(500);

  private final CloneContext context;
  private final CloneExecutor executor = new CloneExecutor();
  private final Map<UUID, LocalClone> clones = new ConcurrentHashMap<>();
  private volatile Consumer<UUID> listener = id -> {};

  private Clones(CloneContext context) {
    this.context = context;
  }

  /**
   * Opens what is there: databases that run are adopted, those that died are started again, and
   * removals go on, all in the background.
   *
   * @throws DataPlaneException when the folder of the clones cannot be read
   */
  public static Clones open(CloneContext context) {
    Clones clones = new Clones(context);
    clones.executor.submit(context.servers()::warmUp);
    Set<UUID> ids = clones.onDisk();
    // First all ports, so that none of them is given out again while the others are looked at.
    ids.forEach(clones::keepPort);
    ids.forEach(clones::restoreOrBlock);
    clones.executor.every(LOG_CHECK, clones::trimLogs);
    return clones;
  }

  /** Registers the change listener: it takes the id of a clone whose observation changed. */
  public void onChange(Consumer<UUID> newListener) {
    listener = Objects.requireNonNull(newListener);
  }

  @Override
  public DatabaseObservation observe(UUID id) {
    LocalClone clone = clones.get(id);
    return clone == null ? DatabaseObservation.absent() : clone.observation();
  }

  @Override
  public void ensure(DatabaseSpec spec) {
    clones
        .computeIfAbsent(spec.id(), id -> create(id, DatabaseObservation.working(-1, ""), false))
        .ensure(spec);
  }

  @Override
  public void remove(UUID id) {
    LocalClone clone = clones.get(id);
    if (clone != null) {
      clone.remove();
    }
  }

  @Override
  public Optional<Credentials> credentials(UUID id) {
    LocalClone clone = clones.get(id);
    if (clone == null || !clone.isLoginVerified()) {
      return Optional.empty();
    }
    CloneFolder folder = context.folder(id);
    return folder
        .verifiedLogin()
        .flatMap(
            login ->
                folder
                    .record()
                    .map(record -> credentials(login, record.port(), folder.password())));
  }

  /** Ids of all clones that have a folder, a volume or a process. */
  public Set<UUID> ids() {
    return Set.copyOf(clones.keySet());
  }

  /** Stops working and leaves the databases running. */
  @Override
  public void close() {
    listener = id -> {};
    executor.close();
  }

  private void trimLogs() {
    clones.keySet().forEach(id -> CappedLog.trim(context.folder(id).log()));
  }

  private Credentials credentials(VerifiedLogin verified, int port, String password) {
    Login login = verified.login();
    String uri =
        "%s://%s:%s@%s:%d/%s"
            .formatted(
                login.scheme(),
                encoded(login.user()),
                encoded(password),
                context.host(),
                port,
                encoded(login.database()));
    return new Credentials(
        uri, context.advertiseHost(), port, login.database(), login.user(), password);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private LocalClone create(UUID id, DatabaseObservation seen, boolean loginVerified) {
    CloneProvisioner provisioner = new CloneProvisioner(id, context, executor);
    return new LocalClone(
        "clone " + id,
        provisioner,
        context,
        executor,
        seen,
        loginVerified,
        clone -> changed(id, clone));
  }

  private void changed(UUID id, LocalClone clone) {
    if (clone.observation().equals(DatabaseObservation.absent())) {
      clones.remove(id, clone);
    }
    listener.accept(id);
  }

  private void keepPort(UUID id) {
    try {
      context.folder(id).record().ifPresent(record -> context.ports().markReserved(record.port()));
    } catch (RuntimeException e) {
      LOG.warn("clone {}: its port is not known", id, e);
    }
  }

  /** One clone that cannot be read must not keep the others from being served. */
  private void restoreOrBlock(UUID id) {
    try {
      restore(id);
    } catch (RuntimeException e) {
      LOG.warn("clone {} cannot be read", id, e);
      String reason = String.valueOf(e.getMessage());
      clones.put(id, create(id, DatabaseObservation.blocked(-1, "", reason), false));
    }
  }

  private void restore(UUID id) {
    CloneFolder folder = context.folder(id);
    Optional<CloneRecord> record = folder.record();
    int generation = record.map(kept -> kept.spec().generation()).orElse(-1);
    String endpoint = record.map(kept -> context.endpoint(kept.port())).orElse("");
    boolean loginVerified = folder.verifiedLogin().isPresent();
    LocalClone clone = create(id, DatabaseObservation.working(generation, endpoint), loginVerified);
    clones.put(id, clone);
    if (folder.isBeingRemoved()) {
      clone.remove();
    } else {
      record.ifPresent(kept -> clone.ensure(kept.spec()));
    }
  }

  private Set<UUID> onDisk() {
    try {
      Files.createDirectories(context.folder());
      try (Stream<Path> folders = Files.list(context.folder())) {
        Stream<UUID> kept =
            folders
                .map(folder -> folder.getFileName().toString())
                .filter(name -> ID.matcher(name).matches())
                .map(UUID::fromString);
        Stream<UUID> made =
            context.volumes().list().stream()
                .flatMap(name -> CloneVolume.parse(name).stream())
                .map(CloneVolume::id);
        return Stream.concat(kept, made).collect(Collectors.toSet());
      }
    } catch (IOException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(context.folder(), e), e);
    }
  }
}
