package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Promotes branches to their parents' place. */
record Promoter(DatabaseAccess access, DatabaseLogins logins) {
  private static final int LONGEST_NAME = 63;
  private static final int SUFFIX_ROOM = "-old-9999".length();

  /**
   * Promotes the branch, in the caller's transaction. It gets its parent's name, owner, parent,
   * protection and, later, endpoint. The former parent and siblings become its branches.
   */
  Database promote(Transaction tx, Actor actor, String name) {
    Database branch = DatabaseAccess.requireHasRun(DatabaseAccess.lock(tx, actor, name));
    Database parent = requireParent(tx, actor, branch);
    requireRunning(branch);
    List<Database> siblings = tx.databases().branchesOf(actor.orgId(), parent.id());
    Database former = parent.renamed(formerName(tx, parent)).withParent(branch.id());
    Database main =
        access.withOfflineMessage(
            tx,
            branch
                .promotionRequested(parent.status().endpoint())
                .renamed(parent.name())
                .ownedBy(parent.ownerId())
                .withProtection(branch.isProtected() || parent.isProtected())
                .withParent(parent.ancestry().parentId()));
    tx.databases().update(former);
    tx.databases().update(main);
    siblings.stream()
        .filter(one -> !one.id().equals(branch.id()))
        .flatMap(one -> tx.databases().lock(one.orgId(), one.id()).stream())
        .forEach(sibling -> tx.databases().update(sibling.withParent(branch.id())));
    tx.schedules()
        .ofDatabase(parent.orgId(), parent.id())
        .filter(schedule -> tx.schedules().ofDatabase(main.orgId(), main.id()).isEmpty())
        .ifPresent(schedule -> tx.schedules().update(schedule.movedTo(main.id())));
    access.schedule(tx, main);
    access.audit(tx, actor, main, "promoted");
    return main;
  }

  /**
   * Checks that clients can log in to the branch, outside of a transaction because it asks the data
   * plane. Other obstacles are found by {@link #promote}.
   */
  void requireUsable(Actor actor, String name) {
    access
        .context()
        .read(tx -> running(tx, actor, name))
        .flatMap(logins::loginProblem)
        .ifPresent(
            problem -> {
              throw ControlPlaneException.conflictBecause(
                  "clients of the main database could not log in to database '%s': %s"
                      .formatted(name, problem));
            });
  }

  private static Optional<Database> running(Transaction tx, Actor actor, String name) {
    return Optional.of(name)
        .filter(ResourceTextValidator::isName)
        .flatMap(possible -> tx.databases().findByName(actor.orgId(), possible))
        .filter(found -> DatabaseAccess.mayUse(tx, actor, found))
        .filter(found -> found.hasParent() && found.phase() == DatabasePhase.RUNNING);
  }

  static Database requireParent(Transaction tx, Actor actor, Database branch) {
    UUID parentId = branch.ancestry().parentId();
    if (parentId == null) {
      throw ControlPlaneException.of(
          ErrorCode.NOT_A_BRANCH, "database '" + branch.name() + "' has no parent");
    }
    Database parent = tx.databases().lock(actor.orgId(), parentId).orElseThrow();
    DatabaseAccess.requireOwned(tx, actor, parent);
    if (parent.promotion().isPending()) {
      throw ControlPlaneException.conflictBecause(
          "database '" + parent.name() + "' is being promoted itself; wait until it is running");
    }
    return DatabaseAccess.requirePresent(parent);
  }

  private static void requireRunning(Database branch) {
    if (branch.phase() != DatabasePhase.RUNNING) {
      throw ControlPlaneException.conflictBecause(
          "database '%s' is %s; it can be promoted only while it is running"
              .formatted(branch.name(), branch.phase().wireName()));
    }
  }

  /** The next of {@code name-old-1}, {@code name-old-2}, and so on, within the maximum length. */
  private static String formerName(Transaction tx, Database parent) {
    String name = parent.name();
    String base = name.substring(0, Math.min(name.length(), LONGEST_NAME - SUFFIX_ROOM)) + "-old-";
    Pattern former = Pattern.compile(Pattern.quote(base) + "(\\d{1,4})");
    int last =
        tx.databases().namesBeginningWith(parent.orgId(), base).stream()
            .map(former::matcher)
            .filter(Matcher::matches)
            .mapToInt(matcher -> Integer.parseInt(matcher.group(1)))
            .max()
            .orElse(0);
    return base + (last + 1);
  }
}
