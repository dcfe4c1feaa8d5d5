package dev.goldenrod.console.page;

import dev.goldenrod.control.Members;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.User;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The names of members, as far as the reader may know them.
 *
 * @param addresses of all members for an admin; empty for others
 */
public record Owners(UUID self, Map<UUID, String> addresses) {
  /** Reads what the actor may know of the members. */
  public static Owners read(Members members, Actor actor) {
    return new Owners(
        actor.userId(),
        actor.isAdmin()
            ? members.list(actor).stream().collect(Collectors.toMap(User::id, User::email))
            : Map.of());
  }

  /** Returns a name to read: "you", an address, or that it is another member. */
  public String name(UUID id) {
    return id.equals(self) ? "you" : addresses.getOrDefault(id, "another member");
  }
}
