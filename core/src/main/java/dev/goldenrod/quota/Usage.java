package dev.goldenrod.quota;

import java.util.Objects;

/** What a member and all members of its organization have, and may have. */
public record Usage(Share clones, Share databases, Share snapshots) {
  /**
   * The resources of one kind.
   *
   * @param owned how many the member has
   * @param perMember how many each member may have
   * @param inTotal how many all members have together
   * @param perOrg how many all members may have together
   */
  public record Share(int owned, int perMember, int inTotal, int perOrg) {}

  public Usage {
    Objects.requireNonNull(clones);
    Objects.requireNonNull(databases);
    Objects.requireNonNull(snapshots);
  }
}
