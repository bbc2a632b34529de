package words

import "slices"

// messages lists all that there are, by the files that declare them.
func messages() []Message {
	return slices.Concat(
		// say_boards.go
		list(Standing{}, StandingDiscs{}, StandingLevel{}, StandingLevelDiscs{}, FirstMove{},
			MoveNumber{}, MoveList{}, MoveListFirst{}, MoveListOnly{}, MoveMenu{}, TypeOthers{},
			EndMoves{}, EndMovesOpening{}, EndHistory{}, MoveMade{}, MoveTakenBack{}, GameBegan{},
			GameElsewhere{}, EndElsewhere{}, StartBoard{}),
		// say_buttons.go
		list(AcceptButton{}, DeclineButton{}, AgreeButton{}, RefuseButton{}, JoinButton{},
			HintButton{}, ResignButton{}, EngageButton{}, RematchButton{}, ReviewButton{},
			RecordButton{}, LevelButton{}, NextPageButton{}, PageBackButton{}, PlayOnButton{},
			ShareButton{}, ClaimButton{}, ResignYesButton{}, ResignNoButton{}, ForgetYesButton{},
			ThreadButton{}, OpenButton{}, OpenWithButton{}, SquareButton{}, ShowButton{},
			StopButton{}, BotButton{}, AnyoneButton{}, EverybodyButton{}, RulesButton{},
			CommandsButton{}, PlayBotButton{}, HelpButton{}, TypeMoveButton{}, ChooseMove{},
			FlipsDetail{}, MoveChoice{}),
		// say_checks.go
		list(IsLegal{}, IsOccupied{}, FlipsNothing{}, North{}, NorthEast{}, East{}, SouthEast{},
			South{}, SouthWest{}, West{}, NorthWest{}, RayFlips{}, RayEdge{}, RayEmpty{}, RayOwn{},
			RayOpenEdge{}, RayOpen{}, MayPlay{}, MayPlayOne{}, MayPlayNothing{}, BoardCopy{},
			BoardCopyOver{}, NoMovesYet{}, History{}, HistoryOpening{}, HistoryLoad{},
			NoPictures{}, NoneEnded{}, LoadedEnd{}, LoadedBoardEnd{}),
		// say_commands.go
		list(StartHelp{}, StartOpponentHelp{}, StartWithHelp{}, StartColorHelp{}, StartLevelHelp{},
			StartThreadHelp{}, MoveHelp{}, MoveSquareHelp{}, BoardHelp{}, ShowAsText{},
			LoadThisGame{}, ChallengeToOthello{}, BoardFormatHelp{}, CheckHelp{},
			CheckSquareHelp{}, CheckColorHelp{}, CheckBoardHelp{}, HintHelp{}, UndoHelp{},
			ResignHelp{}, StopHelp{}, HistoryHelp{}, HistoryGameHelp{}, HistoryShowHelp{},
			StatsHelp{}, StatsPlayerHelp{}, GamesHelp{}, LoadHelp{}, LoadMovesHelp{}, ReviewHelp{},
			ReviewMovesHelp{}, SettingsHelp{}, SettingsThemeHelp{}, SettingsPingsHelp{},
			SettingsLanguageHelp{}, HelpHelp{}, HelpTopicHelp{}, AcceptHelp{}, ChallengerHelp{},
			DeclineHelp{}, JoinHelp{}, RematchHelp{}, MovesHelp{}, MovesColorHelp{}, RulesHelp{},
			PrivacyHelp{}, ForgetHelp{}),
		// say_done.go
		list(DoneBegun{}, DonePlayed{}, DoneBoard{}, DoneChallenged{}, DoneDeclined{}, DoneAsked{},
			DoneAgreed{}, DoneTakenBack{}, DoneStopped{}, DoneLoaded{}, DoneShared{},
			DoneSettings{}, DoneJoined{}, DoneClaimed{}, DoneResigned{}),
		// say_ends.go
		list(NeitherCanMove{}, PlayerWins{}, PlayerWinsAs{}, ColorWins{}, BotWins{}, Draw{},
			OnBoard{}, DrawOnBoard{}, WellFought{}, WellPlayed{}, WellPlayedBoth{}, BeatLevel{},
			Leads{}, Level{}, Resigned{}, Claimed{}, Stopped{}, StoppedByOperator{}, SetAside{},
			Expired{}, Declined{}, Withdrawn{}, Lapsed{}, GoOnLater{}),
		// say_forms.go
		list(LoadFormTitle{}, LoadFormLabel{}, LoadFormSubmit{}, MoveFormTitle{}, MoveFormLabel{},
			MoveFormSubmit{}),
		// say_games.go
		list(YourGames{}, NoGames{}, AwaitsYou{}, AwaitsOpponent{}, AwaitsAnybody{},
			AwaitsJoiner{}, ChallengeAwaitsYou{}, ChallengeAwaitsOther{}, MoreGames{}, MoveLink{},
			ChallengeLink{}, SendMeButton{}, UpdateButton{}),
		// say_help.go
		list(Help{}, HelpCommands{}, HelpCommand{}, HelpCommandTakes{}, Notation{}, Rules{},
			Privacy{}, ThreadTitle{}, SettingsAre{}, SettingsLanguage{}, SettingsLanguages{},
			SettingsChanged{}, SpeaksAs{}, SpeaksNow{}),
		// say_hints.go
		list(HintOnlyMove{}, HintCorner{}, HintWin{}, HintDraw{}, HintLoss{}, HintEnds{},
			HintNoAnswer{}, HintOneAnswer{}, HintAnswers{}, HintParity{}, HintDiscs{}, HintSafe{},
			HintSearch{}, HintEqual{}, HintOthersLose{}, HintOthers{}),
		// say_lessons.go
		list(LearnButton{}, NextButton{}, LearnChoice{}, LessonMove{}, LessonLines{}, LessonPass{},
			LessonCorner{}, LearnedMove{}, LearnedNothing{}, LearnedFewLines{}, LearnedLines{},
			LearnedPass{}, LearnedCorner{}, LearnedXSquare{}, LearnedQuiet{}, LessonsOver{}),
		// say_names.go
		list(LanguageName{}, Beta{}, TheBot{}, TheChannel{}, Somebody{}, Black{}, White{},
			PlayerAndColor{}, Sentences{}, Comma{}, And{}, Or{}),
		// say_platforms.go
		list(Sorry{}, Done{}, TooFast{}, MayNotOpenThread{}, YouMayNotOpenThread{}, ThreadOpened{},
			InThread{}, InMessages{}, MayNotSend{}, MayNotWrite{}, NameUntold{}, GroupNamed{},
			NoThreadHere{}, InviteMe{}, CannotBeInvited{}, PlaysApart{}, ChannelArchived{},
			Uninstalled{}, ShownLater{}, Starting{}, NotShown{}, NotInstalled{}, PlaysInThread{},
			InstallOutOfTurn{}, NothingInstalled{}, InstallUnfinished{}, Installed{},
			NoSuchButton{}, NoSuchTime{}),
		// say_puzzles.go
		list(PuzzleButton{}, SolveButton{}, TryAgainButton{}, EasyChoice{}, MediumChoice{},
			HardChoice{}, PuzzleTitle{}, PuzzleTask{}, PuzzlePast{}, PuzzleTriedOnce{},
			PuzzleNoWin{}, PuzzleDraws{}, PuzzleLoses{}, PuzzleLine{}, PuzzleNextDraws{},
			PuzzleNextLoses{}, PuzzleNoAnswer{}, PuzzleOneAnswer{}, PuzzleAnswers{},
			PuzzleGivesCorner{}, PuzzleRight{}, PuzzleRightLater{}, PuzzleFailed{}, PuzzleSolved{},
			InARow{}, PuzzleShared{}, PuzzleSharedInARow{}, PuzzleSharedAlready{},
			DonePuzzleShared{}, PuzzleYesterday{}, PuzzleSolver{}, PuzzleSolvers{},
			PuzzleSolversMore{}, PuzzleHelp{}, PuzzleGradeHelp{}, PuzzlePrivacy{},
			SettingsPuzzleHelp{}, SettingsZoneHelp{}, SettingsDaily{}, SettingsNoDaily{},
			NoTimeOfDay{}, NoZone{}, NearZones{}),
		// say_questions.go
		list(ChallengesYou{}, ChallengesYouFirst{}, ChallengeAccepted{}, AsksUndo{}, AsksStop{}, AsksDaily{}, AnotherAgrees{},
			OrResign{}, Agreed{}, QuestionDropped{}, QuestionRefused{}, QuestionOver{},
			QuestionSettled{}, ConfirmResign{}, NotResigned{}, ConfirmForget{}, ForgetEnds{},
			ForgetEndsDuel{}, ForgetEndsSeat{}, ForgetEndsChallenge{}, ForgetEndsReceived{},
			Forgotten{}, ForgottenLater{}),
		// say_records.go
		list(YourRecord{}, PlayerRecord{}, NoRecord{}, NoPlayerRecord{}, RecordLevel{},
			RecordPeople{}, RecordAgainst{}, RecordBetween{}, RecordHere{}, FirstWin{},
			FirstWinAtLevel{}, ManyWins{}, ThreeInARow{}),
		// say_refuse_game.go
		list(TakenByBlack{}, TakenByWhite{}, WasFaster{}, TrapsNoWhite{}, TrapsNoBlack{}, Stale{},
			StaleMove{}, GameOver{}, GameUnknown{}, OthersInGame{}, NotStarted{}, NotOver{},
			NotAsked{}, NothingAsked{}, AskPending{}, AskedAlready{}, NothingToTakeBack{},
			NoOpponent{}, OpenToAll{}, OwnTurn{}, InGameAlready{}, NotYourChallenge{},
			NotYourGame{}, NotYourOpenGame{}, OpponentForgotten{}, NotMovedYet{}, Watching{},
			WatchingThread{}, SeatsTaken{}, MayStopFree{}, MayStopDuel{}, MayStopOpen{},
			ChallengeEnded{}, TurnOfFree{}, TurnOfBot{}, TurnOf{}, TurnOfTold{}, YouPlay{},
			SideFree{}, SideHeld{}, LastWasYours{}, YoursThen{}, OldButton{}, Thinking{}),
		// say_refuse_parse.go
		list(TooLong{}, UnknownWord{}, UnknownWordUnsaid{}, UnknownVerb{}, DidYouMean{},
			PlayThat{}, NoCommand{}, GivenTwice{}, StandsAlone{}, StandsAloneUnsaid{}, Takes{},
			TakesUnsaid{}, ChoicesAre{}, WhichSquare{}, NoPassing{}, SeveralMoves{}, NotASquare{},
			NotASquareUnsaid{}, WhoseBoard{}, BoardSize{}, BoardCharacter{}, WhichMoves{},
			NotATranscript{}, NoTranscriptThere{}, LoadWhoseMove{}, LoadIllegal{}),
		// say_refuse_start.go
		list(NoGame{}, GameUnreadable{}, GameNewer{}, BeingDeleted{}, Busy{}, BusyOpen{}, BusyBot{}, BusyWatch{},
			BusyJoinIn{}, BusyAccept{}, SeatFree{}, TooManyDuels{}, ChallengeWaits{},
			NotYourself{}, DeclinedLately{}, TooManyChallenges{}, SeveralChallenges{},
			NoChallenge{}, OtherBots{}, FirstMoveChooses{}, OneOpponent{}, ChooseListed{},
			ChoosePerson{}, Levels{}, NoThreads{}, NoTheme{}, NoLanguage{}, NoSetting{},
			NoSettingUnsaid{}, LevelAtStart{}, SettingsForModerators{}, DailyForModerators{}, NoHintsInDuels{},
			ClockInDoubt{}),
		// say_reminders.go
		list(Reminder{}, UrgentReminder{}, ClaimOffer{}),
		// say_reviews.go
		list(SideAccuracy{}, SideLost{}, LedUntil{}, YouLedUntil{}, AlwaysAhead{}, GaveCorner{},
			BetterWas{}, MomentInaccuracy{}, MomentMistake{}, MomentBlunder{}, MomentChances{},
			MomentDiscs{}, MomentLine{}, WhyCornerGiven{}, WhyCornerOpened{}, WhyCornerPlay{},
			WhyEdge{}, WhyMobility{}, WhyFewMoves{}, WhySqueezed{}, WhyGreedy{}, WhyOnlyWin{},
			NoMoments{}, ReviewPage{}, ByLichess{}, ChancesOf{}, ChartTitle{}, ChartSeries{},
			ChartMoves{}, Shared{}, NothingToReview{}, ReviewUnplayed{}, ReviewRunning{},
			ReviewNotYet{}, AltBoard{}, AltCurve{}, AltMarked{}, AltReplay{}),
		// say_spoken.go
		list(SpokenMove{}, SpokenScore{}, SpokenPass{}, SpokenTurn{}, SpokenColor{}, SpokenBlack{},
			SpokenWhite{}, SpokenNoBlack{}, SpokenNoWhite{}, RowBoth{}, RowBlack{}, RowWhite{},
			ReadButton{}),
		// say_story.go
		list(Played{}, PlayedMany{}, Answered{}, OpeningReached{}, AcceptedChallenge{}, Joined{},
			BotJoined{}, TookBack{}, GameBegins{}, LoadedPosition{}, Loaded{}, LoadedBoard{},
			AgainstBot{}, Opened{}, Seeks{}, PlaysAgain{}),
		// say_trouble.go
		list(MoveNotSaved{}, NotSaved{}, SendAgain{}, PressAgain{}, ChooseAgain{}, MaybeSaved{},
			WentWrong{}),
		// say_turns.go
		list(YourMove{}, ColorToMove{}, PlayerToMove{}, BotThinks{}, ColorMovesAgain{},
			PlayerMovesAgain{}, BotMovesAgain{}),
		// say_typed.go
		list(VerbWords{}, ValueWords{}, ChannelChoice{}, EmojiChoice{}, TextChoice{},
			WordsChoice{}, NotationChoice{}, PrivacyChoice{}, ForgetChoice{}, LateChoice{},
			NowChoice{}, OffChoice{}, About{}),
		// say_votes.go
		list(VoteBegins{}, ChannelChose{}, ChannelAgreed{}, VoteUntil{}, VoteRests{}, VotesSoFar{},
			BestVoter{}, WellPlayedAll{}, YourVote{}, VoteLate{}, VoteClosed{}, NoHintsInVotes{},
			MayStopVote{}, BusyVote{}, PlayAllButton{}, VoteChoice{}, StartVoteHelp{}),
	)
}

func list(messages ...Message) []Message { return messages }
