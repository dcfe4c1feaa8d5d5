package dev.goldenrod.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A data plane registered in an organisation.
 *
 * @param identity what the data plane calls itself: stable across restarts and unique in the org
 * @param agentTokenSha256 null for an embedded cluster
 * @param lastSeenAt null when it was never heard of
 * @param dataPlane what its data plane is
 * @param away whether its agent left the server that was heard of last
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
  /** A cluster that was not heard of for this long is offline. */
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

  /** One whose data plane was never attached. */
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

  /** The same, whose data plane calls itself that. */
  public Cluster identifiedBy(String newIdentity) {
    return with(newIdentity, agentTokenSha256, lastSeenAt, dataPlane, away);
  }

  /** The same, whose agent dials in with the token of that hash. */
  public Cluster withAgentToken(@Nullable String tokenSha256) {
    return with(identity, tokenSha256, lastSeenAt, dataPlane, away);
  }

  /** The same, heard of at that time. */
  public Cluster seenAt(Instant time) {
    return with(identity, agentTokenSha256, time, dataPlane, false);
  }

  /** The same, whose agent left. */
  public Cluster gone() {
    return with(identity, agentTokenSha256, lastSeenAt, dataPlane, true);
  }

  /** The same, with that data plane. */
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
