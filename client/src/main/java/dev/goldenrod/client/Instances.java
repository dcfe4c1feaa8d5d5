package dev.goldenrod.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Instances, the time-limited clones of goldens. Thread-safe. */
public final class Instances {
  private final TypedApi api;

  Instances(TypedApi api) {
    this.api = api;
  }

  /** Launches an instance. It is not {@code Ready} yet, unless it came from a pool. */
  public Instance launch(LaunchInstanceRequest request) {
    return api.post("/v1/instances", request, Instance.class);
  }

  /** Returns the caller's instances; for an admin, all instances. */
  public List<Instance> list() {
    return api.list("/v1/instances", "instances", Instance.class);
  }

  /** Streams what {@code list} returns, oldest first; requests a page only when it is needed. */
  public Stream<Instance> stream() {
    return api.pages("/v1/instances", "instances", Instance.class);
  }

  /** Returns the caller's instance of that name, or all members' for an admin; may be empty. */
  public List<Instance> listNamed(String name) {
    return list(name);
  }

  /** Returns the caller's instance of that name, or all members' for an admin; may be empty. */
  public List<Instance> list(String name) {
    return api.list(
        "/v1/instances?name=" + ApiConnection.encode(name), "instances", Instance.class);
  }

  /** Returns an instance by its id. */
  public Instance get(String id) {
    return api.get(path(id), Instance.class);
  }

  /** Returns an instance by its id; empty if there is none. */
  public Optional<Instance> find(String id) {
    return api.find(path(id), Instance.class);
  }

  /** Destroys an instance and its data. Returns before it is removed. */
  public void destroy(String id) {
    api.delete(path(id));
  }

  /** Returns the login of an instance that is {@code Ready}. */
  public InstanceCredentials credentials(String id) {
    return api.get(path(id) + "/credentials", InstanceCredentials.class);
  }

  /** Sets a new password. */
  public InstanceCredentials resetCredentials(String id) {
    return api.post(path(id) + "/credentials/reset", InstanceCredentials.class);
  }

  /** Clones the same version again. All changes to the instance are lost. */
  public Instance reset(String id) {
    return api.post(path(id) + "/reset", Instance.class);
  }

  /** Clones the latest version of the golden. All changes to the instance are lost. */
  public Instance refresh(String id) {
    return api.post(path(id) + "/refresh", Instance.class);
  }

  /** Clones the latest version of another golden. All changes to the instance are lost. */
  public Instance refresh(String id, String golden) {
    return api.post(path(id) + "/refresh", Map.of("golden", golden), Instance.class);
  }

  /** Sets the remaining lifetime, such as {@code 8h}, counted from now. */
  public Instance extend(String id, String ttl) {
    return api.post(path(id) + "/extend", Map.of("ttl", ttl), Instance.class);
  }

  /**
   * Waits until an instance accepts connections.
   *
   * @throws WaitException if it failed, is terminating, or the time is up
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
   * Waits until an instance is removed.
   *
   * @throws WaitException if the time is up
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
   * @param name unique among the owner's instances; null if it has none
   * @param masking null if the golden's version was not masked
   * @param cluster name of its cluster; null if that was deleted
   * @param size one of small, medium, large
   * @param ttl in canonical form, such as 168h or 1h30m
   * @param desiredState one of present, absent
   * @param phase one of Pending, Provisioning, Ready, Failed, Terminating
   * @param endpoint host:port; empty until it is known
   */
  public record Instance(
      String id,
      @Nullable String name,
      String ownerUser,
      String golden,
      int goldenVersion,
      Goldens.@Nullable CopyMasking masking,
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
    /** Returns whether the phase is {@code Ready}. */
    public boolean isReady() {
      return "Ready".equals(phase);
    }
  }

  /**
   * Request body of {@code launchInstance}.
   *
   * @param size one of small, medium, large
   * @param ttl a duration such as 8h, 90m or 7d, at most 8760h
   * @param version 0 for the latest visible version
   * @param cluster name or id of the cluster, which must hold the data; if null, any that does
   * @param name unique among the caller's instances until this one is removed; null for none
   */
  public record LaunchInstanceRequest(
      String golden,
      @Nullable String size,
      String ttl,
      @Nullable Integer version,
      @Nullable String cluster,
      @Nullable String name) {
    /** Returns a request with only the required fields. */
    public static LaunchInstanceRequest of(String golden, String ttl) {
      return new LaunchInstanceRequest(golden, null, ttl, null, null, null);
    }

    /** Returns a copy with the given {@code size}. */
    public LaunchInstanceRequest withSize(String size) {
      return new LaunchInstanceRequest(golden, size, ttl, version, cluster, name);
    }

    /** Returns a copy with the given {@code version}. */
    public LaunchInstanceRequest withVersion(int version) {
      return new LaunchInstanceRequest(golden, size, ttl, version, cluster, name);
    }

    /** Returns a copy with the given {@code cluster}. */
    public LaunchInstanceRequest withCluster(String cluster) {
      return new LaunchInstanceRequest(golden, size, ttl, version, cluster, name);
    }

    /** Returns a copy with the given {@code name}. */
    public LaunchInstanceRequest withName(String name) {
      return new LaunchInstanceRequest(golden, size, ttl, version, cluster, name);
    }
  }

  /**
   * The login of a clone.
   *
   * @param sslmode TLS verification in libpq's terms; null if the server does not require TLS
   */
  public record InstanceCredentials(
      String uri,
      String host,
      int port,
      String dbname,
      String username,
      String password,
      @Nullable String sslmode) {
    /** Omits the secrets. */
    @Override
    public String toString() {
      return Shown.of(this);
    }
  }
}
