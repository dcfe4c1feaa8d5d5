package dev.goldenrod.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Clones of goldens that last for a while. Thread-safe. */
public final class Instances {
  private final TypedApi api;

  Instances(TypedApi api) {
    this.api = api;
  }

  /** Launches one; it is not {@code Ready} yet, unless it came from a pool. */
  public Instance launch(LaunchInstanceRequest request) {
    return api.post("/v1/instances", request, Instance.class);
  }

  /** The caller's, or an admin's all. */
  public List<Instance> list() {
    return api.list("/v1/instances", "instances", Instance.class);
  }

  /** Streams what {@code list} returns, oldest first; requests a page only when it is needed. */
  public Stream<Instance> stream() {
    return api.pages("/v1/instances", "instances", Instance.class);
  }

  /** The caller's of that name, or all members' for an admin; empty when there is none. */
  public List<Instance> listNamed(String name) {
    String path = "/v1/instances?name=" + ApiConnection.encode(name);
    return api.list(path, "instances", Instance.class);
  }

  /** Those of that name: at most one of the caller's, or an admin's all. */
  public List<Instance> list(String name) {
    return api.list(
        "/v1/instances?name=" + ApiConnection.encode(name), "instances", Instance.class);
  }

  /** The one of that id. */
  public Instance get(String id) {
    return api.get(path(id), Instance.class);
  }

  /** The one of that id; empty when there is none. */
  public Optional<Instance> find(String id) {
    return api.find(path(id), Instance.class);
  }

  /** Destroys one, with all that was written to it; returns before it is gone. */
  public void destroy(String id) {
    api.delete(path(id));
  }

  /** How to log in to one that is {@code Ready}. */
  public InstanceCredentials credentials(String id) {
    return api.get(path(id) + "/credentials", InstanceCredentials.class);
  }

  /** Gives it another password. */
  public InstanceCredentials resetCredentials(String id) {
    return api.post(path(id) + "/credentials/reset", InstanceCredentials.class);
  }

  /** Clones the same version anew; what was written to it is discarded. */
  public Instance reset(String id) {
    return api.post(path(id) + "/reset", Instance.class);
  }

  /** Clones the latest version anew; what was written to it is discarded. */
  public Instance refresh(String id) {
    return api.post(path(id) + "/refresh", Instance.class);
  }

  /** Clones the latest version of that golden anew; what was written to it is discarded. */
  public Instance refresh(String id, String golden) {
    return api.post(path(id) + "/refresh", Map.of("golden", golden), Instance.class);
  }

  /** Has it last that long from now on, as in {@code 8h}. */
  public Instance extend(String id, String ttl) {
    return api.post(path(id) + "/extend", Map.of("ttl", ttl), Instance.class);
  }

  /**
   * The clone as soon as it takes connections.
   *
   * @throws WaitException when it failed, is being destroyed, or takes longer than that
   */
  public Instance awaitReady(String id, Duration atMost) {
    return api.waits()
        .await(
            new Waits.Wanted<>(
                path(id),
                Instance.class,
                Instance::phase,
                Instance::message,
                "Ready",
                Set.of("Failed", "Terminating")),
            atMost);
  }

  /**
   * Waits until there is none of that id.
   *
   * @throws WaitException when there still is one after that time
   */
  public void awaitDestroyed(String id, Duration atMost) {
    api.waits().awaitGone(path(id), atMost);
  }

  private static String path(String id) {
    return TypedApi.path("/v1/instances/", id);
  }

  /**
   * A time-limited clone.
   *
   * @param name one instance's of its owner; null for one without a name
   * @param cluster the name of the cluster that it lives in; null when that was deleted
   * @param size one of small, medium, large
   * @param ttl in canonical form, such as 168h or 1h30m
   * @param desiredState one of present, absent
   * @param phase one of Pending, Provisioning, Ready, Failed, Terminating
   * @param endpoint host:port, or empty until there is one
   */
  public record Instance(
      String id,
      @Nullable String name,
      String ownerUser,
      String golden,
      int goldenVersion,
      @Nullable String cluster,
      String namespace,
      String size,
      String ttl,
      int resetGeneration,
      String desiredState,
      String phase,
      String endpoint,
      String message,
      Instant createdAt,
      Instant expiresAt) {
    /** Whether it is {@code Ready}. */
    public boolean isReady() {
      return "Ready".equals(phase);
    }
  }

  /**
   * What {@code launchInstance} takes.
   *
   * @param size one of small, medium, large
   * @param ttl a duration, such as 8h, 90m or 7d, at most 8760h
   * @param version 0 is the latest visible version
   * @param cluster the name or id of the cluster to be in, which has to hold the data; any that
   *     does when it is missing
   * @param name what to call the instance; no other one of the caller's may have the name until it
   *     is gone. None when it is missing
   */
  public record LaunchInstanceRequest(
      String golden,
      @Nullable String size,
      String ttl,
      @Nullable Integer version,
      @Nullable String cluster,
      @Nullable String name) {
    /** With what has to be said. */
    public static LaunchInstanceRequest of(String golden, String ttl) {
      return new LaunchInstanceRequest(golden, null, ttl, null, null, null);
    }

    /** With that {@code size}. */
    public LaunchInstanceRequest withSize(String size) {
      return new LaunchInstanceRequest(golden, size, ttl, version, cluster, name);
    }

    /** With that {@code version}. */
    public LaunchInstanceRequest withVersion(int version) {
      return new LaunchInstanceRequest(golden, size, ttl, version, cluster, name);
    }

    /** With that {@code cluster}. */
    public LaunchInstanceRequest withCluster(String cluster) {
      return new LaunchInstanceRequest(golden, size, ttl, version, cluster, name);
    }

    /** With that {@code name}. */
    public LaunchInstanceRequest withName(String name) {
      return new LaunchInstanceRequest(golden, size, ttl, version, cluster, name);
    }
  }

  /**
   * How to log in to a clone.
   *
   * @param sslmode what to check of its server's TLS, as libpq names it; null where it asks for
   *     none
   */
  public record InstanceCredentials(
      String uri,
      String host,
      int port,
      String dbname,
      String username,
      String password,
      @Nullable String sslmode) {
    /** Everything but the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }
}
