/** The administration commands: members, tokens, quotas, clusters and the audit log. */
@NullMarked
package dev.goldenrod.cli.command.admin;

import org.jspecify.annotations.NullMarked;
