package dev.goldenrod.testing;

import dev.goldenrod.identity.Identity;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.port.IdentityRepository;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class InMemoryIdentities implements IdentityRepository {
  private final UndoLog undoLog;
  private final InMemoryTable<UUID, Identity> identities;
  private final InMemoryTable<UUID, User> users;
  private final InMemoryTable<UUID, AccessToken> tokens;

  InMemoryIdentities(
      UndoLog undoLog,
      InMemoryTable<UUID, Identity> identities,
      InMemoryTable<UUID, User> users,
      InMemoryTable<UUID, AccessToken> tokens) {
    this.undoLog = undoLog;
    this.identities = identities;
    this.users = users;
    this.tokens = tokens;
  }

  @Override
  public void insert(Identity identity) {
    if (users.find(identity.userId()).isEmpty()) {
      throw undoLog.refused("user " + identity.userId() + " of the identity does not exist");
    }
    identities.insert(identity);
  }

  @Override
  public Optional<Identity> find(UUID orgId, String issuer, String subject) {
    return identities
        .where(
            identity ->
                identity.orgId().equals(orgId)
                    && identity.issuer().equals(issuer)
                    && identity.subject().equals(subject))
        .stream()
        .findFirst();
  }

  @Override
  public List<Identity> listOf(UUID userId) {
    return identities.where(
        identity -> identity.userId().equals(userId), Comparator.comparing(Identity::createdAt));
  }

  @Override
  public List<Identity> dueForRenewal(
      UUID orgId, String issuer, Instant end, Instant now, int limit) {
    return identities.first(
        limit,
        identity ->
            identity.orgId().equals(orgId)
                && identity.issuer().equals(issuer)
                && identity.renewal() != null
                && !identity.confirmedUntil().isAfter(end)
                && isInUse(identity, now),
        Comparator.comparing(Identity::confirmedUntil));
  }

  private boolean isInUse(Identity identity, Instant now) {
    return !tokens
        .where(
            token ->
                token.isValidAt(now)
                    && (identity.id().equals(token.identityId())
                        || isSessionOfNoIdentity(token)
                            && token.userId().equals(identity.userId())))
        .isEmpty();
  }

  private static boolean isSessionOfNoIdentity(AccessToken token) {
    return token.kind() == TokenKind.SESSION && token.identityId() == null;
  }

  @Override
  public void update(Identity identity) {
    identities
        .find(identity.id())
        .map(
            found ->
                new Identity(
                    found.id(),
                    found.orgId(),
                    found.userId(),
                    found.issuer(),
                    found.subject(),
                    identity.renewal(),
                    identity.confirmedUntil(),
                    identity.refusedAt(),
                    found.createdAt()))
        .ifPresent(identities::replace);
  }

  @Override
  public boolean delete(UUID id) {
    tokens.removeIf(token -> id.equals(token.identityId()));
    return identities.remove(id);
  }
}
