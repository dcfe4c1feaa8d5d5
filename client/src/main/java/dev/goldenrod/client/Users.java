package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Members. Thread-safe. */
public final class Users {
  private final TypedApi api;

  Users(TypedApi api) {
    this.api = api;
  }

  /** All of them. */
  public List<User> list() {
    return api.list("/v1/users", "users", User.class);
  }

  /** Has a member be {@code active} or {@code disabled}. */
  public ChangedUser updateStatus(String id, String status) {
    return api.patch(path(id), Map.of("status", status), ChangedUser.class);
  }

  /** Gives a member the role of {@code viewer}, {@code user}, {@code operator} or {@code admin}. */
  public ChangedUser updateRole(String id, String role) {
    return api.patch(path(id), Map.of("role", role), ChangedUser.class);
  }

  /** Deletes one, with what is the member's; returns before that is gone. */
  public void delete(String id) {
    api.delete(path(id));
  }

  private static String path(String id) {
    return TypedApi.path("/v1/users/", id);
  }

  /**
   * A member.
   *
   * @param role one of viewer, user, operator, admin
   * @param status one of active, disabled
   */
  public record User(
      String id, String email, String displayName, String role, String status, Instant createdAt) {}

  /**
   * A member whose status was changed.
   *
   * @param role one of viewer, user, operator, admin
   * @param status one of active, disabled
   */
  public record ChangedUser(
      String id, String email, String role, String status, Instant createdAt) {}
}
