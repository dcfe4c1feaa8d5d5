package dev.goldenrod.testing;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.source.SourceConnection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The operations with which a test controls the databases and imports of a {@link FakeDataPlane}.
 * Thread-safe.
 */
abstract class FakeControls {
  final FakeDataPlaneServices services;
  final FakeDatabases databases;
  final FakeImports imports;

  FakeControls(FakeDataPlaneServices services, FakeDatabases databases, FakeImports imports) {
    this.services = services;
    this.databases = databases;
    this.imports = imports;
  }

  /** Sets the known engine versions; initially those of {@code DatabaseType}. */
  public void setEngines(List<EngineVersion> engines) {
    services.run(() -> databases.conditions().setEngines(engines));
  }

  /** Sets whether too little storage is left to begin anything new; initially false. */
  public void exhaustStorage(boolean exhausted) {
    services.run(() -> databases.conditions().exhaustStorage(exhausted));
  }

  /** Sets why checks of sources fail; empty, as initially, if they succeed. */
  public void failSourceChecks(String reason) {
    services.run(() -> imports.sources().problem(reason));
  }

  /** Sets whether passwords of sources can be stored; initially true. */
  public void storePasswords(boolean wanted) {
    services.run(() -> imports.sources().storesPasswords(wanted));
  }

  /** Returns the password that was stored for exactly this source. */
  public Optional<String> passwordOf(SourceConnection source) {
    return services.readState(() -> imports.sources().password(source));
  }

  /** Keeps databases in progress until {@link #finishDatabase} or {@link #releaseDatabases}. */
  public void holdDatabases() {
    services.run(databases.conditions()::hold);
  }

  /**
   * Makes a held database ready.
   *
   * @throws IllegalStateException when the database is not in progress
   */
  public void finishDatabase(UUID id) {
    services.mutate(() -> databases.finish(id));
  }

  /** Finishes all held databases, and ends {@link #holdDatabases}. */
  public void releaseDatabases() {
    services.mutate(databases::release);
  }

  /** Keeps databases in removal until {@link #finishRemoval} or {@link #releaseRemovals}. */
  public void holdRemovals() {
    services.run(() -> databases.conditions().holdRemovals(true));
  }

  /**
   * Finishes a held removal: the database is absent.
   *
   * @throws IllegalStateException when the database is not being removed
   */
  public void finishRemoval(UUID id) {
    services.mutate(() -> databases.finishRemoval(id));
  }

  /** Finishes all held removals, and ends {@link #holdRemovals}. */
  public void releaseRemovals() {
    services.mutate(databases::releaseRemovals);
  }

  /**
   * Makes the next database that is begun fail with the message; when it is ensured again, it
   * succeeds. Each call adds one failure.
   */
  public void failNextDatabase(String message) {
    services.run(() -> databases.conditions().failNext(message));
  }

  /** Makes databases that are begun from now on blocked with the message. */
  public void blockDatabases(String message) {
    services.run(() -> databases.conditions().blockFromNowOn(message));
  }

  /** Ends {@link #blockDatabases}: blocked databases become ready. */
  public void unblockDatabases() {
    services.mutate(databases::unblock);
  }

  /**
   * Simulates a crash of the database's process: its data is kept, and it is ready once it is
   * ensured.
   *
   * @throws IllegalStateException when there is no such database
   */
  public void killDatabase(UUID id) {
    services.mutate(() -> databases.kill(id));
  }

  /**
   * Makes {@link RunningDatabases#loginProblem} of the database return the reason until it is
   * stopped and started, or its credentials are reset.
   */
  public void shutOut(UUID id, String reason) {
    services.mutate(() -> databases.shutOut(id, reason));
  }

  /**
   * Configures a new image, which a database runs after {@link RunningDatabases#upgradeImage}.
   *
   * @param sortsOtherwise whether indexes have to be rebuilt for it
   */
  public void configureImage(boolean sortsOtherwise) {
    services.run(() -> databases.conditions().configureImage(sortsOtherwise));
  }

  /**
   * Logs in to a database and changes its user's password, without updating the credentials.
   *
   * @throws DataPlaneException when no ready database accepts the login
   */
  public void changePassword(Credentials login, String password) {
    services.mutate(
        () -> {
          FakeDatabase database = databases.login(login);
          database.changePassword(password);
          return Set.of(database.spec().id());
        });
  }

  /**
   * Returns the specs passed to {@link RunningDatabases#ensure}, in order, including repeated ones.
   */
  public List<DatabaseSpec> ensuredDatabases() {
    return services.readState(databases::ensured);
  }

  /**
   * Logs in to a database and writes the text that {@link #read} returns.
   *
   * @throws DataPlaneException when no ready database accepts the login
   */
  public void write(Credentials login, String value) {
    services.run(() -> databases.login(login).write(value));
  }

  /**
   * Logs in to a database and returns the text written last; empty for none.
   *
   * @throws DataPlaneException when no ready database accepts the login
   */
  public String read(Credentials login) {
    return services.readState(() -> databases.login(login).data());
  }

  /** Keeps import steps in progress until {@link #finishStep} or {@link #releaseImports}. */
  public void holdImports() {
    services.run(imports::hold);
  }

  /**
   * Finishes the held step of the import.
   *
   * @throws IllegalStateException when no step of it is in progress
   */
  public void finishStep(UUID importId) {
    services.mutate(() -> imports.finishStep(importId));
  }

  /** Finishes all held steps, and ends {@link #holdImports}. */
  public void releaseImports() {
    services.mutate(imports::release);
  }

  /** Makes the held step of the import report progress. */
  public void reportProgress(UUID importId, Progress progress) {
    services.mutate(() -> imports.report(importId, progress));
  }

  /** Makes the held step report that it makes no progress, until {@link #reportProgress}. */
  public void stallImport(UUID importId, String message) {
    services.mutate(() -> imports.stall(importId, message));
  }

  /** Makes the next import that begins the step fail there with the message. */
  public void failStep(ImportPhase step, String message) {
    services.run(() -> imports.failNext(step, message));
  }

  /** Makes the next import that begins the step add a warning. */
  public void warnAtStep(ImportPhase step, String sentence) {
    services.run(() -> imports.warnNext(step, sentence));
  }

  /** Sets the major version of every source; initially 17. */
  public void sourceMajor(int major) {
    services.run(() -> imports.sourceMajor(major));
  }

  /** Returns the steps passed to {@link ImportSteps#ensure} for the import, in order. */
  public List<ImportPhase> ensuredSteps(UUID importId) {
    return services.readState(() -> imports.ensured(importId));
  }

  /** Sets whether imports can be masked; initially true. */
  public void supportMasking(boolean supported) {
    services.run(() -> imports.masking().supported(supported));
  }

  /**
   * Sets what a check of masking rules finds; initially nothing. An error also fails the probe of
   * imports with rules.
   */
  public void findInMaskingRules(List<MaskingFinding> findings) {
    services.run(() -> imports.masking().findings(findings));
  }

  /** Imports rows as they are from now on, whatever the rules, and attests nothing. */
  public void ignoreMasking() {
    services.run(imports::ignoreMasking);
  }

  /** Returns the masking rules with which the import was ensured last; empty for none. */
  public Optional<String> maskingRulesOf(UUID importId) {
    return services.readState(() -> imports.maskingRules(importId));
  }
}
