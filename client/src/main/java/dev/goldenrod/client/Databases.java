package dev.goldenrod.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.goldenrod.client.Instances.InstanceCredentials;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Databases and their branches. Thread-safe. */
public final class Databases {
  private final TypedApi api;

  Databases(TypedApi api) {
    this.api = api;
  }

  /** Creates a database, empty or from a golden. It may not be running yet when this returns. */
  public Database create(CreateDatabaseRequest request) {
    return api.post("/v1/databases", request, Database.class);
  }

  /**
   * Like {@link #create(CreateDatabaseRequest)}; the server waits at most that long for the
   * database to run before it responds.
   */
  public Database create(CreateDatabaseRequest request, Duration atMost) {
    return api.post(TypedApi.waiting("/v1/databases", atMost), request, Database.class);
  }

  /** Returns the caller's databases; for an admin, all databases. */
  public List<Database> list() {
    return api.list("/v1/databases", "databases", Database.class);
  }

  /** Streams what {@code list} returns, oldest first; requests a page only when it is needed. */
  public Stream<Database> stream() {
    return api.pages("/v1/databases", "databases", Database.class);
  }

  /** Returns a database by its name. */
  public Database get(String name) {
    return api.get(path(name), Database.class);
  }

  /** Returns a database by its name; empty if there is none. */
  public Optional<Database> find(String name) {
    return api.find(path(name), Database.class);
  }

  /** Changes resources, description or deletion protection. */
  public Database update(String name, UpdateDatabaseRequest request) {
    return api.patch(path(name), request, Database.class);
  }

  /** Deletes a database without branches. Returns before it is removed. */
  public void delete(String name) {
    api.delete(path(name));
  }

  /** Deletes a database but keeps its branches. Returns before it is removed. */
  public void deleteKeepingBranches(String name) {
    api.delete(path(name) + "?force=true");
  }

  /** Starts a database. Returns before it is running. */
  public Database start(String name) {
    return api.post(path(name) + "/start", Database.class);
  }

  /** Stops a database. Returns before it is stopped. */
  public Database stop(String name) {
    return api.post(path(name) + "/stop", Database.class);
  }

  /** Restarts a database. Returns before it is running again. */
  public Database restart(String name) {
    return api.post(path(name) + "/restart", Database.class);
  }

  /**
   * Switches a database to the currently configured image.
   *
   * @param reindex whether indexes may be rebuilt
   */
  public Database upgradeImage(String name, boolean reindex) {
    return api.post(path(name) + "/upgrade-image", Map.of("reindex", reindex), Database.class);
  }

  /** Sets a new password, and repairs a login that a user of the database changed. */
  public InstanceCredentials resetCredentials(String name) {
    return api.post(path(name) + "/credentials/reset", InstanceCredentials.class);
  }

  /** Promotes a branch: it takes over its parent's name and endpoint. */
  public Database promote(String name) {
    return api.post(path(name) + "/promote", Database.class);
  }

  /**
   * Like {@link #promote(String)}; the server waits at most that long for the database to run at
   * its new endpoint before it responds.
   */
  public Database promote(String name, Duration atMost) {
    return api.post(TypedApi.waiting(path(name) + "/promote", atMost), Database.class);
  }

  /** Returns the schema as SQL. */
  public String schema(String name) {
    return api.getText(path(name) + "/schema");
  }

  /** Returns the SQL that migrates the parent's schema to this branch's schema. */
  public String schemaChanges(String name) {
    return api.getText(path(name) + "/schema-changes");
  }

  /** Creates a branch. It may not be running yet when this returns. */
  public Database branch(String name, BranchDatabaseRequest request) {
    return api.post(path(name) + "/branches", request, Database.class);
  }

  /**
   * Like {@link #branch(String, BranchDatabaseRequest)}; the server waits at most that long for the
   * branch to run before it responds.
   */
  public Database branch(String name, BranchDatabaseRequest request, Duration atMost) {
    String path = path(name) + "/branches";
    return api.post(TypedApi.waiting(path, atMost), request, Database.class);
  }

  /** Returns the branches of a database. */
  public List<Database> branches(String name) {
    return api.list(path(name) + "/branches", "branches", Database.class);
  }

  /** Deletes all branches of a database. Returns before they are removed. */
  public void deleteBranches(String name) {
    api.delete(path(name) + "/branches");
  }

  /**
   * Waits until a database is running.
   *
   * @throws WaitException if it failed, is stopped or deleting, or the time is up
   */
  public Database awaitRunning(String name, Duration atMost) {
    return await(name, "running", Set.of("failed", "stopped", "deleting"), atMost);
  }

  /**
   * Waits until a database is stopped.
   *
   * @throws WaitException if it failed, is running or deleting, or the time is up
   */
  public Database awaitStopped(String name, Duration atMost) {
    return await(name, "stopped", Set.of("failed", "running", "deleting"), atMost);
  }

  /**
   * Waits until no database has the name.
   *
   * @throws WaitException if the time is up
   */
  public void awaitDeleted(String name, Duration atMost) {
    api.waits().awaitGone(path(name), atMost);
  }

  private Database await(String name, String wanted, Set<String> others, Duration atMost) {
    return api.waits()
        .await(
            new Waits.Wanted<>(
                path(name), Database.class, Database::status, Database::message, wanted, others),
            atMost);
  }

  private static String path(String name) {
    return TypedApi.path("/v1/databases/", name);
  }

  /**
   * The snapshot schedule of a database.
   *
   * @param cron minute, hour, day of the month, month and day of the week, in UTC
   * @param keep number of scheduled snapshots to retain
   */
  public record DatabaseSchedule(String cron, int keep) {}

  /**
   * A database. A branch has a parent.
   *
   * @param type one of postgresql, mysql, mongodb
   * @param version version of the engine; empty until a database from a golden first runs
   * @param status one of provisioning, running, starting, stopping, stopped, restarting, deleting,
   *     failed
   * @param cluster name of its cluster; null if that was deleted
   * @param parent name of the database it is a branch of
   * @param snapshotId snapshot it was created from
   * @param golden name that its golden had at creation; null if not created from a golden
   * @param goldenVersion version of that golden; null if not created from a golden
   * @param masking null if that version was not masked, or there is none
   * @param message why it is waiting or failed, which resource limits cannot be enforced, or what
   *     changes with the next restart; may be empty
   * @param isProtected whether deletion is refused
   * @param snapshotSchedule null if no snapshots are scheduled
   * @param connection null until it first runs; stable afterwards
   * @param url connection URL with the password; null if the password is not available
   */
  public record Database(
      String id,
      String name,
      String type,
      String version,
      String status,
      @Nullable String cluster,
      DatabaseConfig config,
      @Nullable String parent,
      @Nullable String snapshotId,
      @Nullable String golden,
      @Nullable Integer goldenVersion,
      Goldens.@Nullable CopyMasking masking,
      String description,
      String message,
      @JsonProperty("protected") boolean isProtected,
      @Nullable DatabaseSchedule snapshotSchedule,
      @Nullable DatabaseConnection connection,
      @Nullable String url,
      Instant createdAt) {
    /** Returns whether the status is {@code running}. */
    public boolean isRunning() {
      return "running".equals(status);
    }

    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * The endpoint and login of a database. Database and user are null while its data plane is
   * unreachable. The password is present only for the owner, and not in lists.
   *
   * @param sslmode TLS verification in libpq's terms; null if the server does not require TLS
   */
  public record DatabaseConnection(
      String host,
      int port,
      @Nullable String database,
      @Nullable String username,
      @Nullable String password,
      @Nullable String sslmode) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }

  /**
   * Resources of a database.
   *
   * @param memory one of 256m, 512m, 1g, 2g, 4g
   * @param storage one of 1g, 5g, 10g, 25g, 50g
   * @param cpu one of 0.5, 1, 2, 4
   */
  public record DatabaseConfig(String memory, String storage, String cpu) {}

  /**
   * Request body of {@code createDatabase}: either type and version for an empty database, or a
   * golden to copy.
   *
   * @param type one of postgresql, mysql, mongodb
   * @param version version of the engine
   * @param golden a golden that the caller may clone; not together with type and version
   * @param goldenVersion 0 for the latest visible version
   * @param cluster name or id of the cluster, which must hold the golden's data; if null, the
   *     cluster that does, otherwise the first one online
   */
  public record CreateDatabaseRequest(
      String name,
      @Nullable String type,
      @Nullable String version,
      @Nullable String golden,
      @Nullable Integer goldenVersion,
      @Nullable RequestedDatabaseConfig config,
      @Nullable String cluster) {
    /** Returns a request for an empty database. */
    public static CreateDatabaseRequest of(String name, String type, String version) {
      return new CreateDatabaseRequest(name, type, version, null, null, null, null);
    }

    /** Returns a request for a copy of the latest version of a golden. */
    public static CreateDatabaseRequest ofGolden(String name, String golden) {
      return new CreateDatabaseRequest(name, null, null, golden, null, null, null);
    }

    /** Returns a copy with the given {@code golden_version}. */
    public CreateDatabaseRequest withGoldenVersion(int goldenVersion) {
      return new CreateDatabaseRequest(name, type, version, golden, goldenVersion, config, cluster);
    }

    /** Returns a copy with the given {@code config}. */
    public CreateDatabaseRequest withConfig(RequestedDatabaseConfig config) {
      return new CreateDatabaseRequest(name, type, version, golden, goldenVersion, config, cluster);
    }

    /** Returns a copy with the given {@code cluster}. */
    public CreateDatabaseRequest withCluster(String cluster) {
      return new CreateDatabaseRequest(name, type, version, golden, goldenVersion, config, cluster);
    }
  }

  /**
   * Requested resources of a database. The API also accepts {@code cpu} as a JSON number.
   *
   * @param memory one of 256m, 512m, 1g, 2g, 4g
   * @param storage one of 1g, 5g, 10g, 25g, 50g
   * @param cpu one of 0.5, 1, 2, 4
   */
  public record RequestedDatabaseConfig(
      @Nullable String memory, @Nullable String storage, @Nullable String cpu) {
    /** Returns a request without changes. */
    public static RequestedDatabaseConfig of() {
      return new RequestedDatabaseConfig(null, null, null);
    }

    /** Returns a copy with the given {@code memory}. */
    public RequestedDatabaseConfig withMemory(String memory) {
      return new RequestedDatabaseConfig(memory, storage, cpu);
    }

    /** Returns a copy with the given {@code storage}. */
    public RequestedDatabaseConfig withStorage(String storage) {
      return new RequestedDatabaseConfig(memory, storage, cpu);
    }

    /** Returns a copy with the given {@code cpu}. */
    public RequestedDatabaseConfig withCpu(String cpu) {
      return new RequestedDatabaseConfig(memory, storage, cpu);
    }
  }

  /**
   * Request body of {@code updateDatabase}.
   *
   * @param isProtected whether to refuse deletion
   */
  public record UpdateDatabaseRequest(
      @Nullable RequestedDatabaseConfig config,
      @Nullable String description,
      @JsonProperty("protected") @Nullable Boolean isProtected) {
    /** Returns a request without changes. */
    public static UpdateDatabaseRequest of() {
      return new UpdateDatabaseRequest(null, null, null);
    }

    /** Returns a copy with the given {@code config}. */
    public UpdateDatabaseRequest withConfig(RequestedDatabaseConfig config) {
      return new UpdateDatabaseRequest(config, description, isProtected);
    }

    /** Returns a copy with the given {@code description}. */
    public UpdateDatabaseRequest withDescription(String description) {
      return new UpdateDatabaseRequest(config, description, isProtected);
    }

    /** Returns a copy with the given {@code protected}. */
    public UpdateDatabaseRequest withProtected(boolean isProtected) {
      return new UpdateDatabaseRequest(config, description, isProtected);
    }
  }

  /**
   * Request body of {@code branchDatabase}.
   *
   * @param cluster name or id of the parent's cluster; no other cluster is possible
   */
  public record BranchDatabaseRequest(
      String name, @Nullable String description, @Nullable String cluster) {
    /** Returns a request with only the required fields. */
    public static BranchDatabaseRequest of(String name) {
      return new BranchDatabaseRequest(name, null, null);
    }

    /** Returns a copy with the given {@code description}. */
    public BranchDatabaseRequest withDescription(String description) {
      return new BranchDatabaseRequest(name, description, cluster);
    }

    /** Returns a copy with the given {@code cluster}. */
    public BranchDatabaseRequest withCluster(String cluster) {
      return new BranchDatabaseRequest(name, description, cluster);
    }
  }
}
