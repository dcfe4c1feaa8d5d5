package dev.goldenrod.testing;

import dev.goldenrod.identity.Identity;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import dev.goldenrod.port.IdentityRepository;
import dev.goldenrod.port.TokenRepository;
import dev.goldenrod.port.UserRepository;
import dev.goldenrod.port.ValueNormalizer;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class InMemoryUsers implements UserRepository {
  private final InMemoryTable<UUID, User> users;
  private final InMemoryTokens tokens;
  private final InMemoryTable<UUID, Identity> identities;
  private final IdentityRepository identityRepository;

  InMemoryUsers(UndoLog undoLog) {
    users =
        new InMemoryTable<>(undoLog, "user", User::id)
            .unique("e-mail address", user -> List.of(user.orgId(), user.email()));
    identities =
        new InMemoryTable<>(undoLog, "identity", Identity::id)
            .unique("subject", row -> List.of(row.orgId(), row.issuer(), row.subject()));
    tokens = new InMemoryTokens(undoLog, users, identities);
    identityRepository = new InMemoryIdentities(undoLog, identities, users, tokens.tokens);
  }

  TokenRepository tokens() {
    return tokens;
  }

  IdentityRepository identities() {
    return identityRepository;
  }

  @Override
  public void insert(User user) {
    users.insert(user);
  }

  @Override
  public Optional<User> find(UUID orgId, UUID id) {
    return users.find(id).filter(user -> user.orgId().equals(orgId));
  }

  @Override
  public Optional<User> findByEmail(UUID orgId, String email) {
    return users.where(user -> user.orgId().equals(orgId) && user.email().equals(email)).stream()
        .findFirst();
  }

  @Override
  public Optional<TokenOwner> findByToken(String sha256, Instant now) {
    return tokens
        .findByHash(sha256)
        .filter(token -> token.isValidAt(now) && isConfirmed(token, now))
        .flatMap(
            token -> users.find(token.userId()).map(user -> new TokenOwner(user, token.scopes())));
  }

  private boolean isConfirmed(AccessToken token, Instant now) {
    UUID identityId = token.identityId();
    return identityId == null
        || identities.find(identityId).filter(one -> one.isConfirmedAt(now)).isPresent();
  }

  @Override
  public List<User> list(UUID orgId) {
    return users.where(user -> user.orgId().equals(orgId), Comparator.comparing(User::createdAt));
  }

  @Override
  public void update(User user) {
    if (find(user.orgId(), user.id()).isPresent()) {
      users.replace(user);
    }
  }

  @Override
  public void delete(UUID orgId, UUID id) {
    if (find(orgId, id).isPresent()) {
      users.remove(id);
      tokens.deleteOf(id);
      identities.removeIf(identity -> identity.userId().equals(id));
    }
  }

  private static final class InMemoryTokens implements TokenRepository {
    private final UndoLog undoLog;
    private final InMemoryTable<UUID, User> users;
    private final InMemoryTable<UUID, Identity> identities;
    private final InMemoryTable<UUID, AccessToken> tokens;

    InMemoryTokens(
        UndoLog undoLog,
        InMemoryTable<UUID, User> users,
        InMemoryTable<UUID, Identity> identities) {
      this.undoLog = undoLog;
      this.users = users;
      this.identities = identities;
      tokens =
          new InMemoryTable<>(undoLog, "token", AccessToken::id)
              .unique("hash", AccessToken::sha256);
    }

    @Override
    public void insert(AccessToken token) {
      if (users.find(token.userId()).isEmpty()) {
        throw undoLog.refused("user " + token.userId() + " of the token does not exist");
      }
      UUID parentId = token.parentId();
      if (parentId != null && tokens.find(parentId).isEmpty()) {
        throw undoLog.refused("parent " + parentId + " of the token does not exist");
      }
      UUID identityId = token.identityId();
      if (identityId != null && identities.find(identityId).isEmpty()) {
        throw undoLog.refused("identity " + identityId + " of the token does not exist");
      }
      tokens.insert(token);
    }

    @Override
    public Optional<AccessToken> findByHash(String sha256) {
      return tokens.where(token -> token.sha256().equals(sha256)).stream().findFirst();
    }

    @Override
    public void update(AccessToken token) {
      if (tokens.find(token.id()).isPresent()) {
        tokens.replace(token);
      }
    }

    @Override
    public List<AccessToken> listOf(UUID userId) {
      return tokens.where(
          token -> token.userId().equals(userId), Comparator.comparing(AccessToken::createdAt));
    }

    @Override
    public void deleteOf(UUID userId, TokenKind kind) {
      tokens.where(token -> token.userId().equals(userId) && token.kind() == kind).stream()
          .map(AccessToken::id)
          .forEach(this::delete);
    }

    @Override
    public boolean delete(UUID id) {
      tokens.where(token -> id.equals(token.parentId())).stream()
          .map(AccessToken::id)
          .forEach(this::delete);
      return tokens.remove(id);
    }

    @Override
    public int deleteExpiredBefore(Instant time, int limit) {
      Instant now = ValueNormalizer.instant(time).minusMillis(1);
      List<AccessToken> old =
          tokens.where(token -> !token.isValidAt(now)).stream().limit(limit).toList();
      old.forEach(token -> delete(token.id()));
      return old.size();
    }

    void deleteOf(UUID userId) {
      tokens.removeIf(token -> token.userId().equals(userId));
    }
  }
}
