package dev.goldenrod.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A data plane registered in an organization.
 *
 * @param identity the data plane's own identifier: stable across restarts and unique in the
 *     organization
 * @param agentTokenSha256 null for an embedded cluster
 * @param lastSeenAt when a server last had contact with the data plane; null for never
 * @param away whether the agent disconnected from the server that had contact last
 */
public record Cluster(
    UUID id,
    UUID orgId,
    String name,
    ClusterKind kind,
    String identity,
    @Nullable String agentTokenSha256,
    @Nullable Instant lastSeenAt,
    Instant createdAt,
    DataPlaneRelease dataPlane,
    boolean away) {
  /** A cluster without contact for this long is offline. */
  public static final Duration ONLINE_FOR = Duration.ofSeconds(15);

  public Cluster {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(name);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(identity);
    Objects.requireNonNull(createdAt);
    Objects.requireNonNull(dataPlane);
  }

  public boolean isOnlineAt(Instant now) {
    return !away && lastSeenAt != null && now.isBefore(lastSeenAt.plus(ONLINE_FOR));
  }

  /** Creates a cluster whose data plane was never attached. */
  public Cluster(
      UUID id,
      UUID orgId,
      String name,
      ClusterKind kind,
      String identity,
      @Nullable String agentTokenSha256,
      @Nullable Instant lastSeenAt,
      Instant createdAt) {
    this(
        id,
        orgId,
        name,
        kind,
        identity,
        agentTokenSha256,
        lastSeenAt,
        createdAt,
        DataPlaneRelease.UNKNOWN,
        false);
  }

  /** Returns a copy with the given data plane identifier. */
  public Cluster identifiedBy(String newIdentity) {
    return with(newIdentity, agentTokenSha256, lastSeenAt, dataPlane, away);
  }

  /** Returns a copy whose agent connects with the token of the given hash. */
  public Cluster withAgentToken(@Nullable String tokenSha256) {
    return with(identity, tokenSha256, lastSeenAt, dataPlane, away);
  }

  /** Returns a copy with the given {@code lastSeenAt}, no longer {@code away}. */
  public Cluster seenAt(Instant time) {
    return with(identity, agentTokenSha256, time, dataPlane, false);
  }

  /** Returns a copy whose agent has disconnected. */
  public Cluster gone() {
    return with(identity, agentTokenSha256, lastSeenAt, dataPlane, true);
  }

  /** Returns a copy with the given release of its data plane. */
  public Cluster withDataPlane(DataPlaneRelease release) {
    return with(identity, agentTokenSha256, lastSeenAt, release, away);
  }

  private Cluster with(
      String newIdentity,
      @Nullable String tokenSha256,
      @Nullable Instant seenAt,
      DataPlaneRelease release,
      boolean isAway) {
    return new Cluster(
        id, orgId, name, kind, newIdentity, tokenSha256, seenAt, createdAt, release, isAway);
  }
}
