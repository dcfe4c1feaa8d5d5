package dev.goldenrod.console.html;

import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the frame around each page shows.
 *
 * @param title of the window
 * @param path of the page, without a query
 * @param user the member; null before the sign-in
 * @param csrf the token that each form of the page sends; empty before the sign-in
 * @param confirmation of the change that led to the page; empty for none
 * @param release the release of the server
 * @param assets the version of the files that pages load
 */
public record Frame(
    String title,
    String path,
    @Nullable User user,
    String csrf,
    String confirmation,
    String release,
    String assets) {
  private static final List<Link> LINKS =
      List.of(
          new Link("Overview", "/", Role.VIEWER),
          new Link("Databases", "/databases", Role.VIEWER),
          new Link("Goldens", "/goldens", Role.VIEWER),
          new Link("Clones", "/clones", Role.VIEWER),
          new Link("Pools", "/pools", Role.OPERATOR),
          new Link("Imports", "/imports", Role.OPERATOR),
          new Link("Sources", "/sources", Role.OPERATOR),
          new Link("Clusters", "/clusters", Role.OPERATOR),
          new Link("Audit", "/audit", Role.OPERATOR),
          new Link("Members", "/members", Role.ADMIN),
          new Link("Deleted", "/deleted", Role.USER),
          new Link("Settings", "/settings", Role.ADMIN));

  /**
   * A link of the navigation.
   *
   * @param least the least role of members who may open the page
   */
  public record Link(String text, String path, Role least) {
    /** Returns whether the link is the shown page, or leads to what contains it. */
    public boolean isCurrent(String shown) {
      return shown.equals(path) || !path.equals("/") && shown.startsWith(path + "/");
    }
  }

  /** Returns the links that the member may open; none before the sign-in. */
  public List<Link> links() {
    User member = user;
    return member == null
        ? List.of()
        : LINKS.stream().filter(link -> member.role().includes(link.least())).toList();
  }

  /** Returns a new key, by which the server knows a form that a browser sends twice. */
  public String newKey() {
    return UUID.randomUUID().toString();
  }

  /** Returns whether the member may change resources. */
  public boolean mayChange() {
    return user != null && user.role().includes(Role.USER);
  }

  /** Returns whether the member is an operator or an admin. */
  public boolean isOperator() {
    return user != null && user.role().includes(Role.OPERATOR);
  }

  /** Returns whether the member is an admin. */
  public boolean isAdmin() {
    return user != null && user.role().includes(Role.ADMIN);
  }
}
