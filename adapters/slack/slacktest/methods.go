package slacktest

import "cmp"

func authTest(s *Server, c *call) (object, string) {
	bot := c.in.ws.person(botName)
	answer := object{
		"url": "https://" + c.in.ws.Domain + ".slack.com/", "team": c.in.ws.Domain, "user": bot.Name,
		"team_id": c.in.ws.TeamID, "user_id": bot.ID, "bot_id": bot.BotID, "app_id": appID,
		"is_enterprise_install": c.in.orgWide,
	}
	if c.in.ws.EnterpriseID != "" {
		answer["enterprise_id"] = c.in.ws.EnterpriseID
	}
	return answer, ""
}

func usersInfo(s *Server, c *call) (object, string) {
	p := s.people[c.fields["user"]]
	if p == nil || !c.in.serves(p.ws) {
		return nil, "user_not_found"
	}
	profile := object{"real_name": p.Name, "display_name": cmp.Or(p.profile.DisplayName, p.Name), "team": p.ws.TeamID}
	if p.BotID != "" {
		profile["bot_id"], profile["api_app_id"] = p.BotID, appID
	}
	user := object{
		"id": p.ID, "team_id": p.ws.TeamID, "name": p.Name, "real_name": p.Name, "deleted": p.profile.Deactivated,
		"is_bot": p.BotID != "", "is_workflow_bot": p.profile.Workflow, "is_app_user": false, "is_admin": p.profile.Admin, "tz": "Europe/Vienna", "tz_offset": 3600,
		"profile": profile, "updated": 1767225600,
	}
	if c.fields["include_locale"] == "true" {
		user["locale"] = cmp.Or(p.profile.Locale, "en-US")
	}
	return object{"user": user}, ""
}
