package dev.goldenrod.testing;

import dev.goldenrod.member.Invite;
import dev.goldenrod.port.InviteRepository;
import dev.goldenrod.port.ValueNormalizer;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class InMemoryInvites implements InviteRepository {
  private final InMemoryTable<UUID, Invite> invites;

  InMemoryInvites(UndoLog undoLog) {
    invites = new InMemoryTable<>(undoLog, "invite", Invite::id).unique("hash", Invite::sha256);
  }

  @Override
  public void insert(Invite invite) {
    invites.insert(invite);
  }

  @Override
  public Optional<Invite> find(UUID orgId, UUID id) {
    return invites.find(id).filter(invite -> invite.orgId().equals(orgId));
  }

  @Override
  public Optional<Invite> findByHash(String sha256) {
    return invites.where(invite -> invite.sha256().equals(sha256)).stream().findFirst();
  }

  @Override
  public List<Invite> list(UUID orgId) {
    return invites.where(
        invite -> invite.orgId().equals(orgId), Comparator.comparing(Invite::createdAt));
  }

  @Override
  public List<Invite> pendingOf(UUID orgId, UUID inviterId) {
    return list(orgId).stream()
        .filter(invite -> inviterId.equals(invite.inviterId()) && !invite.isAccepted())
        .toList();
  }

  @Override
  public List<Invite> pendingTo(UUID orgId, String email) {
    return list(orgId).stream()
        .filter(invite -> invite.email().equals(email) && !invite.isAccepted())
        .toList();
  }

  @Override
  public void update(Invite invite) {
    if (find(invite.orgId(), invite.id()).isPresent()) {
      invites.replace(invite);
    }
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return find(orgId, id).isPresent() && invites.remove(id);
  }

  @Override
  public int deleteExpiredBefore(Instant time, int limit) {
    Instant before = ValueNormalizer.instant(time);
    List<Invite> old =
        invites.where(invite -> invite.expiresAt().isBefore(before)).stream().limit(limit).toList();
    old.forEach(invite -> invites.remove(invite.id()));
    return old.size();
  }
}
