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

  /** Returns all members. */
  public List<User> list() {
    return api.list("/v1/users", "users", User.class);
  }

  /** Changes a member's status to {@code active} or {@code disabled}. */
  public ChangedUser updateStatus(String id, String status) {
    return api.patch(path(id), Map.of("status", status), ChangedUser.class);
  }

  /** Changes a member's role to {@code viewer}, {@code user}, {@code operator} or {@code admin}. */
  public ChangedUser updateRole(String id, String role) {
    return api.patch(path(id), Map.of("role", role), ChangedUser.class);
  }

  /** Deletes a member and everything the member owns. Returns before that is removed. */
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
   * A member whose status or role was changed.
   *
   * @param role one of viewer, user, operator, admin
   * @param status one of active, disabled
   */
  public record ChangedUser(
      String id, String email, String role, String status, Instant createdAt) {}
}
